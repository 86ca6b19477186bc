import { sql } from 'drizzle-orm'

import type { Database } from '#server/database/client/connect.ts'

/** The stock of one size in one warehouse: where all its items are, and the sums of the recorded movements. */
type StockAccount = {
  warehouseId: string
  productId: string
  size: string
  onHand: number
  /** Items reserved by orders that wait for their payment. */
  reserved: number
  /** Items sold and not returned. */
  sold: number
  /** The sum of all movements, and of those of unpaid orders. */
  moved: number
  reservedByMoves: number
}

/** A consistent snapshot, read while other transactions continue. */
export function readAccounts(db: Database, productIds: string[]): Promise<StockAccount[]> {
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<StockAccount>(readRows(productIds))
    return rows
  }, snapshot)
}

/** Sums over order lines beside sums over movements, so that neither is derived from the other. */
const readRows = (productIds: string[]) => sql`
  with lines as (
    select l.*, o.warehouse_id, o.checkout_status, coalesce(l.trial_size is not null and l.delivered_at is not null, false) as is_tried
    from order_lines l join orders o on o.id = l.order_id
    where l.product_id = any(${sql.param(productIds)}) and o.checkout_status <> 'expired' and l.status <> 'Cancelled'
  ),
  items as (
    select warehouse_id, product_id, size, quantity, checkout_status from lines
      where status not in ('Returned', 'Exchanged') and (not is_tried or sold_size = size)
    union all
    select warehouse_id, product_id, trial_size, quantity, checkout_status from lines
      where trial_size is not null and (not is_tried or sold_size = trial_size)
    union all
    select warehouse_id, product_id, exchange_size, quantity, checkout_status from lines
      where status in ('Exchange Requested', 'Exchange Accepted', 'Exchanged')
  ),
  away as (
    select warehouse_id, product_id, size,
      sum(quantity) filter (where checkout_status = 'awaiting_payment') as reserved,
      sum(quantity) filter (where checkout_status = 'completed') as sold
    from items group by warehouse_id, product_id, size
  ),
  moves as (
    select m.warehouse_id, m.product_id, m.size, sum(m.change) as moved,
      sum(-m.change) filter (where o.checkout_status = 'awaiting_payment') as reserved
    from stock_moves m left join orders o on o.id = m.reference
    where m.product_id = any(${sql.param(productIds)}) group by m.warehouse_id, m.product_id, m.size
  )
  select s.warehouse_id as "warehouseId", s.product_id as "productId", s.size, s.on_hand as "onHand",
    coalesce(a.reserved, 0)::int as reserved, coalesce(a.sold, 0)::int as sold,
    coalesce(m.moved, 0)::int as moved, coalesce(m.reserved, 0)::int as "reservedByMoves"
  from stock_levels s
  left join away a using (warehouse_id, product_id, size)
  left join moves m using (warehouse_id, product_id, size)
  where s.product_id = any(${sql.param(productIds)})
  order by s.product_id, s.warehouse_id, s.size`

/** The sizes whose sums do not add up. */
export const unbalancedAccounts = (accounts: StockAccount[], initial: number): StockAccount[] =>
  accounts.filter(
    ({ onHand, reserved, sold, moved, reservedByMoves }) =>
      onHand < 0 ||
      onHand + reserved + sold !== initial ||
      initial + moved !== onHand ||
      reserved !== reservedByMoves,
  )
