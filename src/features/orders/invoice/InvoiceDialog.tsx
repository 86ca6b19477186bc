import { getDefaultStore } from 'jotai'
import { useState } from 'react'
import { createPortal } from 'react-dom'

import { type Invoice, type Order, paymentMethodText } from '#contract/orders/order.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { toastFailure, toastServerMessageOr } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { InvoicePaper } from '#ui/documents/InvoicePaper.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import styles from './InvoiceDialog.module.css'

type Props = { invoice: Invoice; order: Order; onClose: () => void }

/** The invoice in a dialog, and a copy that is only printed. */
export function InvoiceDialog({ invoice, order, onClose }: Props) {
  return (
    <>
      <Dialog
        title="Tax invoice"
        shape="full"
        width="wide"
        onClose={onClose}
        footer={
          <Button isWide onClick={() => print()}>
            Print or save as PDF
          </Button>
        }
      >
        {/* Focusable, because it can be taller than the dialog: the keys then scroll it. */}
        <div tabIndex={0} role="group" aria-label="Invoice">
          <InvoicePaper invoice={invoice} facts={factsOf(invoice, order)} />
        </div>
      </Dialog>
      {createPortal(
        <div className={styles.copy} data-print-only>
          <h1 className={styles.title}>Tax invoice</h1>
          <InvoicePaper invoice={invoice} facts={factsOf(invoice, order)} />
        </div>,
        document.body,
      )}
    </>
  )
}

const factsOf = ({ number, at }: Invoice, order: Order) => [
  { name: 'Invoice number', value: number },
  { name: 'Invoice date', value: <DateTime at={at} /> },
  { name: 'Order ID', value: order.orderID },
  ...(order.promisedBy
    ? [{ name: 'Delivery promised by', value: <DateTime at={order.promisedBy} /> }]
    : []),
  { name: 'Place of supply', value: order.addressId.state },
  { name: 'Payment', value: paymentMethodText(order.paymentMethod) },
  { name: 'Reverse charge', value: 'No' },
]

/** Items are invoiced when they ship; Try & Buy items once the customer has chosen. */
export function hasInvoice({ orderType, history }: Pick<Order, 'orderType' | 'history'>): boolean {
  const invoicedStatus = orderType === 'Standard' ? 'Shipped' : 'Delivered'
  return history.some(({ status }) => status === invoicedStatus)
}

const couldNotRead = toastServerMessageOr('We couldn’t load the invoice. Please try again.')
const showOffline = () =>
  toastFailure('You’re offline. Please open the invoice again when you’re back online.')

/** The tax invoice of an order, loaded on demand. */
export function useInvoice(orderId: string) {
  const [invoice, setInvoice] = useState<Invoice>()
  const [isOpening, setIsOpening] = useState(false)

  async function open(): Promise<void> {
    if (getDefaultStore().get(connectivityAtom).status === 'offline') return showOffline()
    setIsOpening(true)
    try {
      const { readInvoice } = await import('#features/orders/ordersApi.ts')
      setInvoice(await readInvoice(orderId))
    } catch (error) {
      await couldNotRead(error)
    } finally {
      setIsOpening(false)
    }
  }

  return { invoice, isOpening, open, close: () => setInvoice(undefined) }
}
