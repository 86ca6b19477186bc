import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { hasInvoice, InvoiceDialog, useInvoice } from '#features/orders/invoice/InvoiceDialog.tsx'
import { MissingItemsDialog } from '#features/orders/MissingItemsDialog.tsx'
import { useOrderAgain } from '#features/orders/useOrderActions.ts'
import { toastSuccess } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'

type Missing = { names: string[]; hasRest: boolean }

/** The invoice of an order, and ordering it again. */
export function OrderPapers({ order }: { order: Order }) {
  const { invoice, isOpening, open, close } = useInvoice(order._id)
  const { isSending, orderAgain } = useOrderAgain(order._id)
  const [missing, setMissing] = useState<Missing>()
  const setCart = useSetAtom(cartAtom)
  const navigate = useNavigate()
  // Stays busy until the bag opens: a second tap would add everything again.
  const isLeaving = useRef(false)

  async function again() {
    if (isLeaving.current) return
    const answer = await orderAgain()
    if (!answer) return
    void setCart(() => answer.cart)
    const { missing: names } = answer
    if (names.length > 0)
      return setMissing({ names, hasRest: names.length < order.products.length })
    isLeaving.current = true
    void toastSuccess('Added to bag')
    await navigate(paths.cart)
  }

  return (
    <>
      {hasInvoice(order) && (
        <Button
          variant="line"
          isWide
          aria-haspopup="dialog"
          isBusy={isOpening}
          busyText="Opening..."
          onClick={() => void open()}
        >
          Invoice
        </Button>
      )}
      <Button variant="line" isWide isBusy={isSending} onClick={() => void again()}>
        Order again
      </Button>
      {invoice && <InvoiceDialog invoice={invoice} order={order} onClose={close} />}
      {missing && (
        <MissingItemsDialog
          missing={missing.names}
          hasRest={missing.hasRest}
          onClose={() => setMissing(undefined)}
        />
      )}
    </>
  )
}
