import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import {
  brands,
  categories,
  products,
  sizeCharts,
  subcategories,
  reviews,
} from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { coupons } from '#server/database/schema/carts.ts'
import { saveStoreFacts } from '#server/commerce/storeFacts.ts'
import {
  homeGridCategories,
  homeOffers,
  purchaseTerms,
  sliders,
  warehouses,
} from '#server/database/schema/storefront.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { allHostile, scriptUrl, hostileText } from './hostileTexts.ts'

/** The path of one of our images, followed by an injection. */
const picture = (turn: number) => `/photos/${hostileText(turn)}`

/** Writes the fields that a merchant's file can fill, as if nothing had sanitised them. */
export async function fillHostile(db: Database, productIds: string[]): Promise<void> {
  await saveStoreFacts(db, hostileFacts())
  const named = (turn: number) => ({ name: allHostile(turn) })
  await updateRows(db, brands, named)
  await updateRows(db, subcategories, named)
  await updateRows(db, categories, (turn) => ({ ...named(turn), title: allHostile(turn + 1) }))
  await updateRows(db, warehouses, (turn) => ({
    name: hostileText(turn),
    address: allHostile(turn),
  }))
  const linked = (turn: number) => ({ link: scriptUrl(turn), photo: picture(turn) })
  await updateRows(db, homeGridCategories, (turn) => ({ ...named(turn), ...linked(turn) }))
  const [headline, code, tagline] = [allHostile(2), hostileText(3), allHostile(4)]
  await updateRows(db, homeOffers, (turn) => ({ ...named(turn), ...linked(turn), headline, code }))
  await updateRows(db, sliders, (turn) => {
    const words = { title: allHostile(turn), text: allHostile(turn + 1), action: hostileText(turn) }
    return { ...linked(turn), ...words }
  })
  for (const [turn, { purchaseType }] of (await db.select().from(purchaseTerms)).entries()) {
    const byType = eq(purchaseTerms.purchaseType, purchaseType)
    await db
      .update(purchaseTerms)
      .set({ conditions: allHostile(turn) })
      .where(byType)
  }
  await updateRows(db, coupons, (turn) => ({ name: hostileText(7 * turn), headline, tagline }))
  await updateRows(db, sizeCharts, (turn) => ({ images: [picture(turn), picture(turn + 1)] }))
  for (const [turn, id] of productIds.entries()) {
    await db.update(products).set(hostileProduct(turn)).where(eq(products.id, id))
    await addHostileReviews(db, id, turn)
  }
}

type Keyed = PgTable & { id: PgColumn }

/** Updates each row of a table with a value made from its index. */
async function updateRows(
  db: Database,
  table: Keyed,
  wordsOf: (turn: number) => object,
): Promise<void> {
  const rows = await db.select({ id: table.id }).from(table as PgTable)
  for (const [turn, { id }] of rows.entries()) {
    await db.update(table).set(wordsOf(turn)).where(eq(table.id, id))
  }
}

const hostileProduct = (turn: number) => ({
  name: allHostile(turn),
  description: allHostile(turn + 1),
  details: [
    { name: allHostile(turn + 2), value: allHostile(turn + 3) },
    { name: hostileText(turn), value: scriptUrl(turn) },
  ],
  colour: hostileText(turn + 5),
  origin: hostileText(turn + 6),
  madeIn: allHostile(turn + 4),
  maker: allHostile(turn + 5),
  makerAddress: allHostile(turn + 6),
  netQuantity: hostileText(turn + 9),
  careContact: allHostile(turn + 7),
  photos: [picture(turn), picture(turn + 40)],
})

const reviewsEach = 10

async function addHostileReviews(db: Database, productId: string, turn: number): Promise<void> {
  for (let nth = 0; nth < reviewsEach; nth++) {
    const { userId } = await aUser(db)
    const at = turn * reviewsEach + nth
    const texts = { words: allHostile(at), firstName: hostileText(at), size: hostileText(at + 1) }
    await db.insert(reviews).values({ id: randomUUID(), userId, productId, stars: 1, ...texts })
  }
}

function hostileFacts() {
  const officer = { name: allHostile(1), designation: allHostile(2), hours: hostileText(3) }
  const numbers = { email: scriptUrl(0), phone: scriptUrl(1) }
  return {
    name: hostileText(21),
    tagline: allHostile(3),
    contacts: { address: allHostile(4), hours: allHostile(5), ...numbers },
    legalEntity: {
      name: allHostile(6),
      address: allHostile(7),
      gstin: hostileText(8),
      state: demoFacts.legalEntity.state ?? '',
    },
    grievanceOfficer: { ...officer, ...numbers },
    socialLinks: {
      facebook: scriptUrl(0),
      instagram: scriptUrl(3),
      threads: hostileText(240),
    },
  }
}
