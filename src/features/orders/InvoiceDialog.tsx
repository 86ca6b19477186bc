import { createPortal } from 'react-dom'

import type { Invoice } from '#contract/invoice.ts'
import type { Order } from '#contract/order.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import styles from './InvoiceDialog.module.css'
import { InvoicePaper } from './InvoicePaper.tsx'

type Props = { invoice: Invoice; order: Order; onClose: () => void }

/** The invoice to read, and beside everything else of the page a copy that is only printed. */
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
        {/* It can be higher than the dialog: with the focus on it the keys scroll. */}
        <div tabIndex={0} role="group" aria-label="Invoice">
          <InvoicePaper invoice={invoice} order={order} />
        </div>
      </Dialog>
      {createPortal(
        <div className={styles.copy} data-print-only>
          <h1 className={styles.title}>Tax invoice</h1>
          <InvoicePaper invoice={invoice} order={order} />
        </div>,
        document.body,
      )}
    </>
  )
}
