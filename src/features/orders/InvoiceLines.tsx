import type { Invoice } from '#contract/invoice.ts'
import { exactMoney } from './exactMoney.ts'
import styles from './InvoiceLines.module.css'
import type { Tax } from './taxesOf.ts'

type Props = { lines: Invoice['lines']; taxes: Tax[] }

/** A table where there is room for one; on a phone each line is a block of its own. */
export function InvoiceLines({ lines, taxes }: Props) {
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
        {lines.map((line, place) => (
          <tr key={place} className={styles.line} role="row">
            <th className={styles.name} role="rowheader" scope="row">
              {line.name}
            </th>
            <td role="cell" data-name="HSN">
              {line.hsn}
            </td>
            <td role="cell" data-name="Qty">
              {line.quantity} {line.quantity === 1 ? 'pc' : 'pcs'}
            </td>
            <td role="cell" data-name="Taxable value">
              {exactMoney(line.taxable)}
            </td>
            {taxes.map(({ name, ofLine, percentOf }) => (
              <td key={name} role="cell" data-name={name}>
                <span>
                  {exactMoney(ofLine(line))} <small>{percentOf(line)}%</small>
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
