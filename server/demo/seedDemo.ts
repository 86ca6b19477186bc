import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'

import { addCoupon, type NewCoupon } from '#server/commerce/coupons.ts'
import type { Database } from '#server/database/client/connect.ts'
import * as catalogue from '#server/database/schema/catalogue.ts'
import { deliveryAgents } from '#server/database/schema/orders.ts'
import { changeGroup, orderGroups } from '#server/features/catalogue/groups/groups.ts'
import { changeHomePage, HomePage } from '#server/features/catalogue/homePage.ts'
import { readCsv } from '#server/features/catalogue/import/csvFile.ts'
import { importCatalogue } from '#server/features/catalogue/import/importCatalogue.ts'
import { stockFieldOf } from '#server/features/catalogue/import/importFields.ts'
import { categoryIdOf, subcategoryIdOf } from '#server/features/catalogue/import/importValues.ts'
import { setSizeChart } from '#server/features/catalogue/sizeCharts.ts'
import { changeCharges, changeConditions, type Terms } from '#server/features/checkout/charges.ts'
import { addWarehouse } from '#server/features/location/warehouses.ts'
import { minuteMs } from '#server/platform/runtime/clock.ts'
import brands from './catalogue/brands.json' with { type: 'json' }
import categories from './catalogue/categories.json' with { type: 'json' }
import home from './catalogue/home.json' with { type: 'json' }
import store from './catalogue/store.json' with { type: 'json' }
import { careContact } from './demoFacts.ts'
import { demoFile } from './demoFile.ts'
import { backdropIn, imagePath } from './imagePath.ts'
import { seedReviews } from './seedReviews.ts'

/** The rows of a JSON file, whose texts have the wider type `string`; the database checks them. */
const rowsOf = <Row>(list: object[]) => list as Row[]
const withImage = <Row extends { photo: string }>({ photo, ...row }: Row) => ({
  ...row,
  photo: imagePath(photo),
})

/**
 * Fills an empty database with the demo store in one transaction, as far as possible by what the commands of a merchant
 * use. Returns false if it was not empty.
 */
export async function seedDemo(db: Database): Promise<boolean> {
  if ((await db.$count(catalogue.genders)) > 0) return false
  await db.transaction(async (tx) => {
    await seedDelivery(tx)
    await importProducts(tx)
    await stockOtherWarehouses(tx)
    await seedGroups(tx)
    await seedSizeCharts(tx)
    await seedReviews(tx, new Date(newestAt))
    await seedHome(tx)
  })
  return true
}

/** The first product of the file is the newest; each further one is a minute older. */
const newestAt = Date.UTC(2026, 10, 18, 6, 30)

async function importProducts(tx: Database) {
  const mapping = {
    columns: { [stockFieldOf(mainWarehouse)]: 'stock' },
    defaults: { careContact },
    separator: '|',
  }
  const codes: string[] = []
  await importCatalogue(tx, {
    rows: readCsv(demoFile('products.csv'), mapping),
    mapping,
    isStrict: true,
    photoPath: async (name) => imagePath(name),
    onRefused: ({ line, reason }) => {
      throw new Error(`products.csv, line ${line}: ${reason}`)
    },
    onRead: () => undefined,
    onChange: ({ code }) => codes.push(code),
  })
  const rows = await tx.select().from(catalogue.products)
  const products = rows.map(({ id, code, photos: [photo = ''] }) => ({
    id,
    tint: backdropIn(photo),
    createdAt: new Date(newestAt - codes.indexOf(code) * minuteMs).toISOString(),
  }))
  await tx.execute(sql`
    update products set tint = seeded.tint, created_at = seeded."createdAt"
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb)
      as seeded(id text, tint smallint, "createdAt" timestamptz)
    where products.id = seeded.id`)
}

/** The file counts the stock of this one. */
const mainWarehouse = 'indore'

/** The other warehouses have about three of four products, and half as much of each. */
async function stockOtherWarehouses(tx: Database) {
  await tx.execute(sql`
    insert into stock_levels (product_id, size, warehouse_id, on_hand)
    select l.product_id, l.size, w.id, (l.on_hand + 1) / 2
    from stock_levels l join warehouses w on w.id <> l.warehouse_id
    where l.warehouse_id = ${mainWarehouse} and l.on_hand > 0
      and abs(hashtext(l.product_id || w.id)) % 4 <> 0`)
}

/** The import has created the groups; this sets their photos, texts and order. */
async function seedGroups(tx: Database) {
  for (const [position, { id, photo }] of store.genders.entries())
    await tx
      .update(catalogue.genders)
      .set({ photo: imagePath(photo), position })
      .where(eq(catalogue.genders.id, id))
  for (const { id, ...changes } of brands)
    await changeGroup(tx, { kind: 'brand', id }, withImage(changes))
  const categoryIds = categories.map(categoryIdOfDemo)
  const subcategoryIds: string[] = []
  for (const category of categories) {
    const id = categoryIdOfDemo(category)
    const { title, photo, subcategories } = category
    await changeGroup(tx, { kind: 'category', id }, withImage({ title, photo }))
    for (const { name, photo } of subcategories) {
      const subcategoryId = subcategoryIdOf(id, name)
      subcategoryIds.push(subcategoryId)
      await changeGroup(tx, { kind: 'subcategory', id: subcategoryId }, withImage({ photo }))
    }
  }
  await orderGroups(
    tx,
    'brand',
    brands.map(({ id }) => id),
  )
  await orderGroups(tx, 'category', categoryIds)
  await orderGroups(tx, 'subcategory', subcategoryIds)
}

const categoryIdOfDemo = ({ gender, name }: { gender: string; name: string }) =>
  categoryIdOf([gender], name)

async function seedSizeCharts(tx: Database) {
  for (const { images, ...scope } of store.sizeCharts)
    await setSizeChart(tx, scope, images.map(imagePath))
}

async function seedHome(tx: Database) {
  const { sliders, grid, offers = [] } = v.parse(HomePage, home)
  const page = {
    sliders: sliders.map(withImage),
    grid: grid.map(withImage),
    offers: offers.map(withImage),
  }
  await changeHomePage(tx, page, undefined)
  for (const coupon of rowsOf<NewCoupon>(store.coupons)) await addCoupon(tx, coupon)
}

async function seedDelivery(tx: Database) {
  for (const { purchaseType, chargePaise, conditions } of rowsOf<Terms>(store.terms)) {
    await changeConditions(tx, purchaseType, conditions)
    await changeCharges(tx, purchaseType, { shippingPaise: 0, trialPaise: chargePaise })
  }
  for (const warehouse of store.warehouses) await addWarehouse(tx, warehouse)
  await tx.insert(deliveryAgents).values(store.agents)
}
