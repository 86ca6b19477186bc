import { Button } from '@mantine/core'
import { useNavigate, useParams } from 'react-router-dom'

import { dateTimeText } from '#contract/values/indianTime.ts'
import { paymentMethodText } from '#contract/orders/order.ts'
import type { StaffInvoice, StaffOrder } from '#contract/staff/board.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import paper from '#desk/ui/labels/paper.module.css'
import { InvoicePaper } from '#ui/documents/InvoicePaper.tsx'
import styles from './InvoicesPage.module.css'
import { texts } from './texts.ts'

/** The invoice and the credit notes of an order, as they will be printed. */
export default function InvoicesPage() {
  const { number = '' } = useParams()
  const navigate = useNavigate()
  const order = useRead('readStaffOrder', { params: { number } }, { shouldRetryOnError: false })
  const invoices = useRead(
    'readStaffInvoices',
    { params: { number } },
    { shouldRetryOnError: false },
  )
  const documents = invoices.data?.result.data
  if (order.data && documents && documents.length > 0) {
    return <Papers order={order.data.result} documents={documents} />
  }
  const problem = order.problem ?? invoices.problem
  const refresh = () => {
    order.refresh()
    invoices.refresh()
  }
  const toOrder = (
    <Button onClick={() => void navigate(`/orders/${number}`)}>{texts.toOrder}</Button>
  )
  return (
    <Page title={frameTexts.pages.invoices} isFlush>
      {documents?.length === 0 ? (
        <PageState icon="d-print" title={texts.none.title} body={texts.none.body}>
          {toOrder}
        </PageState>
      ) : (
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      )}
    </Page>
  )
}

function Papers({ order, documents }: { order: StaffOrder; documents: StaffInvoice[] }) {
  const navigate = useNavigate()
  return (
    <Page
      title={texts.title(order.number)}
      subtitle={texts.format}
      actions={
        <div className={styles.actions}>
          <Button
            variant="quiet"
            aria-label={texts.back}
            leftSection={<Icon name="back" size="s" />}
            onClick={() => void navigate(-1)}
          >
            <span className={styles.wide}>{texts.back}</span>
          </Button>
          <Button
            variant="go"
            leftSection={<Icon name="d-print" size="s" />}
            onClick={() => window.print()}
          >
            {texts.print}
          </Button>
        </div>
      }
    >
      <div className={`${paper.papers} ${styles.invoices}`}>
        {documents.map(({ kind, ...invoice }) => (
          <section
            key={invoice.number}
            className={`${paper.paper} ${styles.invoice}`}
            aria-label={`${texts.kinds[kind]} ${invoice.number}`}
          >
            <h2 className={styles.kind}>{texts.kinds[kind]}</h2>
            <InvoicePaper
              invoice={invoice}
              facts={[
                { name: texts.facts.number, value: invoice.number },
                { name: texts.facts.date, value: dateTimeText(new Date(invoice.at)) },
                { name: texts.facts.order, value: order.number },
                { name: texts.facts.placeOfSupply, value: order.address.state },
                { name: texts.facts.payment, value: paymentMethodText(order.paymentMethod) },
                { name: texts.facts.reverseCharge, value: texts.facts.no },
              ]}
            />
          </section>
        ))}
      </div>
    </Page>
  )
}
