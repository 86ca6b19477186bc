import type { Invoice } from '#contract/invoice.ts'
import type { Order } from '#contract/order.ts'
import { When } from '#ui/When.tsx'
import { exactMoney } from './exactMoney.ts'
import { InvoiceLines } from './InvoiceLines.tsx'
import styles from './InvoicePaper.module.css'
import { taxesOf } from './taxesOf.ts'

type Props = { invoice: Invoice; order: Order }

/** Everything that the law asks of a tax invoice, in rupees and paise. */
export function InvoicePaper({ invoice, order }: Props) {
  const { number, at, seller, buyer, lines, total } = invoice
  const { taxes, taxable } = taxesOf(lines)
  const facts = [
    ['Invoice number', number],
    ['Invoice date', <When at={at} />],
    ['Order ID', order.orderID],
    ['Place of supply', order.addressId.state],
    ['Payment', order.paymentMethod],
    ['Reverse charge', 'No'],
  ] as const
  return (
    <div className={styles.paper}>
      <div className={styles.parties}>
        <section>
          <h3 className={styles.title}>Sold by</h3>
          <p className={styles.name}>{seller.name}</p>
          <p>{seller.address}</p>
          {seller.gstin && <p>GSTIN: {seller.gstin}</p>}
        </section>
        <section>
          <h3 className={styles.title}>Billed and shipped to</h3>
          <p className={styles.name}>{buyer.name}</p>
          <p>{buyer.address}</p>
          {buyer.gstin && <p>GSTIN: {buyer.gstin}</p>}
        </section>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <InvoiceLines lines={lines} taxes={taxes} />
      <dl className={styles.sum}>
        <div>
          <dt>Taxable value</dt>
          <dd>{exactMoney(taxable)}</dd>
        </div>
        {taxes.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{exactMoney(amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total (inclusive of all taxes)</dt>
          <dd>{exactMoney(total)}</dd>
        </div>
      </dl>
      <p className={styles.end}>
        Issued electronically by {seller.name}; valid without a signature.
      </p>
    </div>
  )
}
