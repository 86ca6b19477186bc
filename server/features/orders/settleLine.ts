import type { OrderStatus } from '#contract/order.ts'
import type { Database } from '#server/database/connect.ts'
import { orderPieces } from '#server/platform/orderPieces.ts'
import { refundLine } from '#server/platform/refunds.ts'
import { giveBackStock, type StockCause, takeStock } from '#server/platform/takeStock.ts'
import { creditReturned } from './issueInvoice.ts'
import type { LineRow, OrderRow } from './moveOrder.ts'

type Settle = (tx: Database, order: OrderRow, line: LineRow) => Promise<unknown>

const inSize = ({ productId, quantity }: LineRow, size: string) => [{ productId, size, quantity }]
const causeOf = (reason: StockCause['reason'], { id }: LineRow) => ({ reason, reference: id })

/** What stock and money do when a line goes its own way. The line is as it will be. */
const settles: Partial<Record<OrderStatus, Settle>> = {
  /** Tried at the door and not kept: both sizes go back, and the price without charges. */
  Cancelled: async (tx, _, line) => {
    await giveBackStock(tx, orderPieces([line]), causeOf('trial_unsold', line))
    await refundLine(tx, { lineId: line.id, reason: 'trial_unsold' })
  },

  Returned: async (tx, order, line) => {
    await giveBackStock(tx, inSize(line, line.size), causeOf('returned', line))
    await refundLine(tx, { lineId: line.id, reason: 'returned' })
    await creditReturned(tx, order, line)
  },

  /** The other size is kept for the shopper from the moment it is asked for. */
  'Exchange Requested': (tx, _, line) =>
    takeStock(tx, inSize(line, line.exchangeSize ?? ''), causeOf('exchange_out', line)),

  'Exchange Cancelled': (tx, _, line) =>
    giveBackStock(tx, inSize(line, line.exchangeSize ?? ''), causeOf('exchange_cancelled', line)),

  Exchanged: (tx, _, line) =>
    giveBackStock(tx, inSize(line, line.size), causeOf('exchange_in', line)),
}

export async function settleLine(tx: Database, order: OrderRow, line: LineRow): Promise<void> {
  await settles[line.status]?.(tx, order, line)
}
