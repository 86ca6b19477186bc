import { sql } from 'drizzle-orm'

import type { Cart } from '#contract/cart.ts'
import { carts } from '#server/database/cartTables.ts'
import { inTransaction } from '#server/database/inTransaction.ts'
import { type BagLine, type CartRow, readBagLines, readCart } from '#server/database/readCart.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { clock } from '#server/platform/clock.ts'
import { StoreError } from '#server/platform/storeError.ts'
import { settleDelivery } from './settleDelivery.ts'

/** A bag that nobody else can change meanwhile. */
export type Held = UserStore & { cart: CartRow; lines: BagLine[] }

/** What a change has to say to the shopper, if anything. */
export type Said = string | undefined

/** Changes a bag, all or nothing, and gives back the whole bag as it is then. */
export function changeCart(
  store: UserStore,
  change: (held: Held) => Promise<Said>,
): Promise<{ msg?: string; result: Cart }> {
  return inTransaction(store.db, async (db) => {
    const said = await change(await holdCart({ ...store, db }))
    const settled = await settleDelivery({ ...store, db })
    const msg = settled ?? said
    return { ...(msg ? { msg } : {}), result: await readCart(db, store.userId) }
  })
}

async function holdCart({ db, userId }: UserStore): Promise<Held> {
  const [cart] = await db
    .insert(carts)
    .values({ userId, version: 1, updatedAt: clock.now() })
    .onConflictDoUpdate({
      target: carts.userId,
      set: { version: sql`${carts.version} + 1`, updatedAt: clock.now() },
    })
    .returning()
  return { db, userId, cart: cart as CartRow, lines: await readBagLines(db, userId) }
}

export function requireLine({ lines }: Held, itemId: string): BagLine {
  const line = lines.find(({ id }) => id === itemId)
  if (!line) throw new StoreError('not_found', 'This item is not in your bag')
  return line
}
