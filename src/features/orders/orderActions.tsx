import { getDefaultStore } from 'jotai'
import { useRef, useState } from 'react'

import type { Order, OrderLine, ReturnReason } from '#contract/orders/order.ts'
import { paths } from '#contract/pages/paths.ts'
import { createIdempotentSender } from '#platform/api/idempotentSender.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { toastFailure, toastServerMessageOr } from '#platform/toasts.ts'
import { Button, ButtonLink } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './orderActions.module.css'

const showOffline = () =>
  toastFailure('You’re offline, so nothing was sent. Please try again when you’re back online.')

/**
 * Sends a request that must not run twice: a second tap is ignored, and a request without a
 * response is retried with the same key. Offline it fails and is not stored.
 */
function useIdempotentRequest(failure: string) {
  const [isSending, setIsSending] = useState(false)
  const isInFlight = useRef(false)
  // A key lasts as long as the component: another visit of the page is another request.
  const [send] = useState(() => createIdempotentSender())

  async function attempt<Result>(body: unknown, sendWith: (key: string) => Promise<Result>) {
    if (isInFlight.current) return undefined
    if (getDefaultStore().get(connectivityAtom).status === 'offline') {
      await showOffline()
      return undefined
    }
    isInFlight.current = true
    setIsSending(true)
    try {
      return await send(body, sendWith)
    } catch (error) {
      void toastServerMessageOr(failure)(error)
      return undefined
    } finally {
      isInFlight.current = false
      setIsSending(false)
    }
  }

  return { isSending, attempt }
}

/** Imported with the first call, because a first view needs no HTTP client. */
const api = () => import('./ordersApi.ts')

type Return = { returnReason: ReturnReason; returnPhotos: string[] }

/** Requests the return or exchange of a line. Returns the server's response. */
export function useReturnOrExchange({ _id: orderId }: Order, line: OrderLine) {
  const { isSending, attempt } = useIdempotentRequest('Failed to submit return request')

  return {
    isSending,
    sendReturn: (details: Return) => {
      const returnData = [{ orderItemId: line._id, ...details }]
      const body = { orderId, returnData, action: 'returnProduct' } as const
      return attempt(body, async (key) => (await api()).returnLines(body, key))
    },
    sendExchange: (size: string) => {
      const body = {
        orderId,
        orderItemIdToExchange: line._id,
        exchangeProductId: line.productId._id,
        size,
        exchangeReason: 'Size issue',
      }
      return attempt(body, async (key) => (await api()).exchangeLine(body, key))
    },
  }
}

/**
 * Adds the items of an order to the bag again. Returns the bag, and what is no longer available.
 */
export function useOrderAgain(orderId: string) {
  const { isSending, attempt } = useIdempotentRequest(
    'We couldn’t add these items to your bag. Please try again.',
  )
  return {
    isSending,
    orderAgain: () =>
      attempt({ orderId }, async (key) =>
        (await import('./ordersApi.ts')).orderAgain(orderId, key),
      ),
  }
}

type Props = {
  missing: string[]
  /** Whether other items of the order were added to the bag. */
  hasAddedItems: boolean
  onClose: () => void
}

function titleOf(missing: string[], hasAddedItems: boolean): string {
  if (hasAddedItems) return 'Some items aren’t available'
  return missing.length === 1 ? 'This item isn’t available' : 'These items aren’t available'
}

/** Names items of an order that are no longer available. */
export function MissingItemsDialog({ missing, hasAddedItems, onClose }: Props) {
  return (
    <Dialog
      title={titleOf(missing, hasAddedItems)}
      onClose={onClose}
      footer={
        hasAddedItems ? (
          <ButtonLink to={paths.cart} isWide>
            Go to bag
          </ButtonLink>
        ) : (
          <Button isWide onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <ul className={styles.names}>
        {missing.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>
        {hasAddedItems
          ? 'We’ve added everything else to your bag.'
          : 'We didn’t add anything to your bag.'}
      </p>
    </Dialog>
  )
}
