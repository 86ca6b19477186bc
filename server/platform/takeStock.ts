import { and, eq, inArray, sql } from 'drizzle-orm'

import { products, productSizes } from '#server/database/catalogueTables.ts'
import type { Database } from '#server/database/connect.ts'
import { stockMoves, type StockReason } from '#server/database/stockTables.ts'
import { StoreError } from './storeError.ts'

export type Pieces = { productId: string; size: string; quantity: number }

/** Why stock moves. The same cause moves the same pieces once, however often it is told. */
export type StockCause = { reason: StockReason; reference: string }

type Shelf = { productId: string; size: string; onHand: number }

/** Takes pieces off the shelf: all of them, or none and an `out_of_stock`. */
export async function takeStock(tx: Database, demands: Pieces[], cause: StockCause) {
  const wanted = summed(demands)
  const shelves = await lockShelves(tx, wanted)
  const lacking = wanted.filter((pieces) => onHandOf(shelves, pieces) < pieces.quantity)
  const missing = await notYetMoved(tx, lacking, cause)
  if (missing[0]) throw await outOfStock(tx, missing[0], onHandOf(shelves, missing[0]))

  await move(
    tx,
    wanted.map((pieces) => ({ ...pieces, quantity: -pieces.quantity })),
    cause,
  )
}

/** Holds shelves before anything is done, where pieces go back and others are taken at once. */
export async function holdStock(tx: Database, pieces: Pieces[]): Promise<void> {
  await lockShelves(tx, summed(pieces))
}

/** Puts pieces back. A size that is no longer sold stays away. */
export async function giveBackStock(tx: Database, pieces: Pieces[], cause: StockCause) {
  const returned = summed(pieces)
  await lockShelves(tx, returned)
  await move(tx, returned, cause)
}

/** One row per product and size, so that a trial and a purchase of one size count together. */
function summed(pieces: Pieces[]): Pieces[] {
  const byShelf = new Map<string, Pieces>()
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

/** Everybody locks in this order; so buyers wait in line and never for each other. */
async function lockShelves(tx: Database, pieces: Pieces[]): Promise<Shelf[]> {
  const { productId, size, onHand } = productSizes
  return tx
    .select({ productId, size, onHand })
    .from(productSizes)
    .where(
      sql`(${productId}, ${size}) in (
        select * from unnest(${ids(pieces)}::text[], ${sizes(pieces)}::text[]))`,
    )
    .orderBy(productId, size)
    .for('update')
    .prepare('hold_shelves')
    .execute()
}

async function move(tx: Database, changes: Pieces[], { reason, reference }: StockCause) {
  if (changes.length === 0) return
  await tx.execute(sql`
    with moves as (
      insert into ${stockMoves} (product_id, size, change, reason, reference)
      select p.product_id, p.size, p.quantity, ${reason}, ${reference}
      from unnest(${ids(changes)}::text[], ${sizes(changes)}::text[],
        ${sql.param(changes.map(({ quantity }) => quantity))}::int[]) p (product_id, size, quantity)
      on conflict do nothing
      returning product_id, size, change
    )
    update ${productSizes} s set on_hand = s.on_hand + m.change
    from moves m where s.product_id = m.product_id and s.size = m.size`)
}

const ids = (pieces: Pieces[]) => sql.param(pieces.map(({ productId }) => productId))
const sizes = (pieces: Pieces[]) => sql.param(pieces.map(({ size }) => size))

const onHandOf = (shelves: Shelf[], { productId, size }: Pieces) =>
  shelves.find((shelf) => shelf.productId === productId && shelf.size === size)?.onHand ?? 0

/** Without what this very cause has taken already: a repeat must not fail for want of stock. */
async function notYetMoved(tx: Database, pieces: Pieces[], cause: StockCause): Promise<Pieces[]> {
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
  const isMoved = (piece: Pieces) =>
    moved.some((move) => move.productId === piece.productId && move.size === piece.size)
  return pieces.filter((piece) => !isMoved(piece))
}

async function outOfStock(tx: Database, { productId, size }: Pieces, onHand: number) {
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
