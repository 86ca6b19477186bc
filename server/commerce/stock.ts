import { and, eq, inArray, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { Database } from '#server/database/client/connect.ts'
import { preparedStatement, pipeline } from '#server/database/client/statements.ts'
import { products, productSizes } from '#server/database/schema/catalogue.ts'
import type { orderLines } from '#server/database/schema/orders.ts'
import { stockMoves, type StockReason } from '#server/database/schema/stock.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

export type StockItem = { productId: string; size: string; quantity: number }

/** Why stock moves. The same cause moves the same pieces once, however often it is told. */
export type StockCause = { reason: StockReason; reference: string }

type StockLevel = { productId: string; size: string; onHand: number }

/** Takes pieces off the shelf: all of them, or none and an `out_of_stock`. */
export async function reserveStock(tx: Database, demands: StockItem[], cause: StockCause) {
  const wanted = summed(demands)
  const shelves = await move(tx, wanted.map(taken), cause)
  const lacking = wanted.filter((pieces) => onHandOf(shelves, pieces) < pieces.quantity)
  if (lacking.length === 0) return
  const missing = await withoutMoved(tx, lacking, cause)
  if (missing[0]) throw await outOfStock(tx, missing[0], onHandOf(shelves, missing[0]))
  // What is lacking this very cause has taken before; the rest is there.
  const others = wanted.filter((pieces) => !lacking.includes(pieces))
  await move(tx, others.map(taken), cause)
}

const taken = (pieces: StockItem): StockItem => ({ ...pieces, quantity: -pieces.quantity })

/** Holds shelves before anything is done, where pieces go back and others are taken at once. */
export async function lockStock(tx: Database, pieces: StockItem[]): Promise<void> {
  await lockStockLevels(tx, placesOf(summed(pieces)))
}

/** Puts pieces back. A size that is no longer sold stays away. */
export async function releaseStock(tx: Database, pieces: StockItem[], cause: StockCause) {
  await move(tx, summed(pieces), cause)
}

/**
 * Sets how many pieces of one size are for sale, as somebody has counted them. Pieces of placed
 * orders are sold already and are no part of the count. Gives what there was before.
 *
 * @throws StoreError 'not_found' if the product is not sold in this size
 */
export async function countStock(tx: Database, { quantity, ...place }: StockItem): Promise<number> {
  const [shelf] = await lockStockLevels(tx, placesOf([{ ...place, quantity }]))
  if (!shelf) throw new StoreError('not_found', `This product is not sold in size ${place.size}`)
  const change = quantity - shelf.onHand
  const cause: StockCause = { reason: 'counted', reference: randomUUID() }
  if (change !== 0) await move(tx, [{ ...place, quantity: change }], cause)
  return shelf.onHand
}

/** One row per product and size, so that a trial and a purchase of one size count together. */
function summed(pieces: StockItem[]): StockItem[] {
  const byShelf = new Map<string, StockItem>()
  for (const { productId, size, quantity } of pieces) {
    const key = JSON.stringify([productId, size])
    byShelf.set(key, {
      productId,
      size,
      quantity: (byShelf.get(key)?.quantity ?? 0) + quantity,
    })
  }
  return [...byShelf.values()]
}

const { productId, size, onHand } = productSizes

/**
 * Everybody locks in this order; so buyers wait in line and never for each other. A list whose length
 * PostgreSQL sees would be planned for anew each time, as it seems cheaper than any list, which the
 * kept plan is for: in a query of its own it is not seen.
 */
const lockStockLevels = preparedStatement('hold_shelves', ['ids', 'sizes'], (db, { ids, sizes }) =>
  db
    .select({ productId, size, onHand })
    .from(productSizes)
    .where(
      sql`(${productId}, ${size}) in (
        select * from unnest((select ${ids}::text[]), (select ${sizes}::text[])))`,
    )
    .orderBy(productId, size)
    .for('update'),
)

/**
 * Moves all of it, or nothing where one shelf would fall below zero; what this cause has moved
 * before stays as it is. Gives back the shelves as they were. They are held by a statement of their
 * own: what is moved is then reckoned from what whoever held them before has left.
 */
async function move(tx: Database, changes: StockItem[], cause: StockCause): Promise<StockLevel[]> {
  if (changes.length === 0) return []
  const quantities = changes.map(({ quantity }) => quantity)
  const [shelves] = await pipeline([
    lockStockLevels(tx, placesOf(changes)),
    moveStock(tx, { ...placesOf(changes), quantities, ...cause }),
  ])
  return shelves
}

/** Of shelves that are held: what is counted here is what there is. */
const moveStock = preparedStatement(
  'move_stock',
  ['ids', 'sizes', 'quantities', 'reason', 'reference'],
  (db, { ids, sizes, quantities, reason, reference }) => {
    const wanted = db.$with('wanted', {}).as(sql`
      select * from unnest(
        (select ${ids}::text[]), (select ${sizes}::text[]), (select ${quantities}::int[])
      ) wanted (product_id, size, change)`)
    const moves = db.$with('moves', {}).as(sql`
      insert into ${stockMoves} (product_id, size, change, reason, reference)
      select product_id, size, change, ${reason}, ${reference} from wanted
      where not exists (
        select from wanted left join ${productSizes} using (product_id, size)
        where coalesce(on_hand, 0) + change < 0)
      on conflict do nothing
      returning product_id, size, change`)
    return db
      .with(wanted, moves)
      .update(productSizes)
      .set({ onHand: sql`${onHand} + moves.change` })
      .from(sql`moves`)
      .where(sql`${productId} = moves.product_id and ${size} = moves.size`)
  },
)

const placesOf = (pieces: StockItem[]) => ({
  ids: pieces.map(({ productId }) => productId),
  sizes: pieces.map(({ size }) => size),
})

const onHandOf = (shelves: StockLevel[], { productId, size }: StockItem) =>
  shelves.find((shelf) => shelf.productId === productId && shelf.size === size)?.onHand ?? 0

/** Without what this very cause has taken already: a repeat must not fail for want of stock. */
async function withoutMoved(
  tx: Database,
  pieces: StockItem[],
  cause: StockCause,
): Promise<StockItem[]> {
  if (pieces.length === 0) return []
  const { productId, size, reason, reference } = stockMoves
  const moved = await tx
    .select({ productId, size })
    .from(stockMoves)
    .where(
      and(
        eq(reason, cause.reason),
        eq(reference, cause.reference),
        inArray(
          productId,
          pieces.map((piece) => piece.productId),
        ),
      ),
    )
  const isMoved = (piece: StockItem) =>
    moved.some((move) => move.productId === piece.productId && move.size === piece.size)
  return pieces.filter((piece) => !isMoved(piece))
}

async function outOfStock(tx: Database, { productId, size }: StockItem, onHand: number) {
  const [product] = await tx
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  const name = product?.name ?? 'this product'
  return new StoreError(
    'out_of_stock',
    onHand > 0
      ? `Only ${onHand} left of ${name} in size ${size}`
      : `${name} in size ${size} is sold out`,
  )
}

type Line = Pick<typeof orderLines.$inferSelect, 'productId' | 'size' | 'trialSize' | 'quantity'>

/** What an order takes off the shelf: of a line to be tried both sizes leave it. */
export const orderStockItems = (lines: Line[]): StockItem[] =>
  lines.flatMap(({ productId, size, trialSize, quantity }) => [
    { productId, size, quantity },
    ...(trialSize ? [{ productId, size: trialSize, quantity }] : []),
  ])
