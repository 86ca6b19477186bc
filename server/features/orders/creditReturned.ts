import type { Database } from '#server/database/connect.ts'
import { issue } from './issueInvoice.ts'
import type { LineRow, OrderRow } from './moveOrder.ts'

/** The credit note for a line that came back, against the invoice of its order. */
export function creditReturned(tx: Database, order: OrderRow, line: LineRow): Promise<void> {
  return issue(tx, { order, kind: 'credit_note', reference: line.id, lines: [line] })
}
