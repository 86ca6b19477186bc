import { getDefaultStore } from 'jotai'
import { useRef, useState } from 'react'

import type { Order, OrderLine, ReturnReason } from '#contract/order.ts'
import { ApiError, isDefiniteFailure } from '#platform/api/apiError.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { toastFailure, toastServerMessageOr } from '#platform/toasts.ts'

const tellOffline = toastFailure(
  "You're offline, so nothing was sent. Please try again when you're back online.",
)

/**
 * Sends what must not happen twice: a second tap waits in vain, and what was never answered goes
 * out under the same key again. Without a line it is refused, and never kept for later.
 */
function useOneTry(failure: string) {
  const [isSending, setIsSending] = useState(false)
  const isUnderWay = useRef(false)
  const unanswered = useRef<{ text: string; key: string }>(undefined)

  async function attempt<Answer>(body: unknown, ask: (key: string) => Promise<Answer>) {
    if (isUnderWay.current) return undefined
    if (getDefaultStore().get(connectivityAtom).status === 'offline') {
      await tellOffline()
      return undefined
    }
    isUnderWay.current = true
    setIsSending(true)
    const text = JSON.stringify(body)
    if (unanswered.current?.text !== text) unanswered.current = { text, key: crypto.randomUUID() }
    try {
      const answer = await ask(unanswered.current.key)
      unanswered.current = undefined
      return answer
    } catch (error) {
      if (error instanceof ApiError && isDefiniteFailure(error)) unanswered.current = undefined
      void toastServerMessageOr(failure)(error)
      return undefined
    } finally {
      isUnderWay.current = false
      setIsSending(false)
    }
  }

  return { isSending, attempt }
}

/** Comes with the first call: no first sight needs it. */
const api = () => import('./ordersApi.ts')

type Return = { returnReason: ReturnReason; returnPhotos: string[] }

/** Asks for one line to go back, or for another size of it. Gives what the store says of that. */
export function useReturnOrExchange({ _id: orderId }: Order, line: OrderLine) {
  const { isSending, attempt } = useOneTry('Failed to submit return request')

  return {
    isSending,
    sendReturn: (wanted: Return) => {
      const returnData = [{ orderItemId: line._id, ...wanted }]
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

/** Puts what an order had into the bag once more. Gives the bag then, and what cannot be had. */
export function useOrderAgain(orderId: string) {
  const { isSending, attempt } = useOneTry(
    "We couldn't add these items to your bag. Please try again.",
  )
  return {
    isSending,
    orderAgain: () =>
      attempt({ orderId }, async (key) =>
        (await import('./ordersApi.ts')).orderAgain(orderId, key),
      ),
  }
}
