import type { ReactNode } from 'react'

import { type Paise, sum } from '#contract/values/money.ts'
import type { Invoice } from '#contract/orders/order.ts'
import { numberText } from '#ui/text/numbers.tsx'
import styles from './InvoicePaper.module.css'

/** An amount, always with paise. */
export const exactMoney = (paise: Paise): string => `₹${numberText(paise / 100, 2)}`

type Line = Invoice['lines'][number]
type Tax = {
  name: 'CGST' | 'SGST' | 'IGST'
  /** Totals of all lines. */
  amount: Paise
  ofLine: (line: Line) => Paise
  percentOf: (line: Line) => number
}

/** The taxes of an invoice: CGST and SGST within a state, else IGST. */
export function taxesOf(lines: Line[]): { taxes: Tax[]; taxable: Paise } {
  const split: Omit<Tax, 'amount'>[] = [
    { name: 'CGST', ofLine: ({ cgst }) => cgst, percentOf: ({ gstPercent }) => gstPercent / 2 },
    { name: 'SGST', ofLine: ({ sgst }) => sgst, percentOf: ({ gstPercent }) => gstPercent / 2 },
  ]
  const integrated: Omit<Tax, 'amount'>[] = [
    { name: 'IGST', ofLine: ({ igst }) => igst, percentOf: ({ gstPercent }) => gstPercent },
  ]
  const applicable = lines.some(({ igst }) => igst > 0) ? integrated : split
  return {
    taxes: applicable.map((tax) => ({ ...tax, amount: sum(lines.map(tax.ofLine)) })),
    taxable: sum(lines.map(({ taxable }) => taxable)),
  }
}

type InvoicePaperProps = { invoice: Invoice; facts: { name: string; value: ReactNode }[] }

/** Shows what the law requires of a tax invoice, in rupees and paise. */
export function InvoicePaper({ invoice, facts }: InvoicePaperProps) {
  const { seller, buyer, lines, total } = invoice
  const { taxes, taxable } = taxesOf(lines)
  return (
    <div className={styles.paper}>
      <div className={styles.parties}>
        <section>
          <h3 className={styles.title}>Sold by</h3>
          <p className={styles.partyName}>{seller.name}</p>
          <p>{seller.address}</p>
          {seller.gstin && <p>{`GSTIN: ${seller.gstin}`}</p>}
        </section>
        <section>
          <h3 className={styles.title}>Billed and shipped to</h3>
          <p className={styles.partyName}>{buyer.name}</p>
          <p>{buyer.address}</p>
          {buyer.gstin && <p>{`GSTIN: ${buyer.gstin}`}</p>}
        </section>
      </div>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
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
        {`Issued electronically by ${seller.name}; valid without a signature.`}
      </p>
    </div>
  )
}

type InvoiceLinesProps = { lines: Invoice['lines']; taxes: Tax[] }

/** A table on wide screens; on a phone each line is a block. */
function InvoiceLines({ lines, taxes }: InvoiceLinesProps) {
  return (
    <table className={styles.lines} role="table">
      <thead className={styles.heads} role="rowgroup">
        <tr role="row">
          {[
            'Description',
            'HSN',
            'Qty',
            'Taxable value',
            ...taxes.map(({ name }) => name),
            'Total',
          ].map((name) => (
            <th key={name} role="columnheader" scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map((line, index) => (
          <tr key={index} className={styles.line} role="row">
            <th className={styles.itemName} role="rowheader" scope="row">
              {line.name}
            </th>
            <td role="cell" data-name="HSN">
              {line.hsn}
            </td>
            <td role="cell" data-name="Qty">
              {`${line.quantity} ${line.quantity === 1 ? 'pc' : 'pcs'}`}
            </td>
            <td role="cell" data-name="Taxable value">
              {exactMoney(line.taxable)}
            </td>
            {taxes.map(({ name, ofLine, percentOf }) => (
              <td key={name} role="cell" data-name={name}>
                <span>
                  <span>{exactMoney(ofLine(line))}</span> <small>{`${percentOf(line)}%`}</small>
                </span>
              </td>
            ))}
            <td role="cell" data-name="Total">
              {exactMoney(line.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
