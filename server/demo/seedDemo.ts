import * as catalogue from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { coupons } from '#server/database/schema/carts.ts'

import { deliveryAgents } from '#server/database/schema/orders.ts'
import * as storefront from '#server/database/schema/storefront.ts'
import { minuteMs } from '#server/platform/runtime/clock.ts'
import { demoCatalogue } from './catalogue/demoCatalogue.ts'
import type {
  DemoBrand,
  DemoCatalogue,
  DemoCategory,
  DemoProduct,
  GenderName,
} from './catalogue/demoTypes.ts'

const genderId = (name: GenderName) => name.toLowerCase()
const inBatches = <Row>(rows: Row[], size = 100) =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
    rows.slice(i * size, (i + 1) * size),
  )

/** Fills an empty database with the demo catalogue in one transaction. Returns false if it was not empty. */
export async function seedDemo(db: Database): Promise<boolean> {
  if ((await db.$count(catalogue.genders)) > 0) return false
  const demo = demoCatalogue()
  await db.transaction(async (tx) => {
    await seedCategories(tx, demo)
    await seedProducts(tx, demo)
    await seedHome(tx, demo)
    await seedDelivery(tx, demo)
  })
  return true
}

async function seedCategories(
  tx: Database,
  { genders, brands, categories, sizeCharts }: DemoCatalogue,
) {
  await tx
    .insert(catalogue.genders)
    .values(genders.map((gender, position) => ({ ...gender, position })))
  await tx.insert(catalogue.brands).values(
    brands.map(({ genders: brandGenders, ...brand }, position) => ({
      ...brand,
      genderIds: brandGenders.map(genderId),
      position,
    })),
  )
  await tx.insert(catalogue.categories).values(
    categories.map(({ id, name, slug, title, photo, gender }, position) => ({
      id,
      name,
      slug,
      title,
      photo,
      genderIds: [genderId(gender)],
      position,
    })),
  )
  await tx.insert(catalogue.subcategories).values(
    categories.flatMap(({ id: categoryId, gender, subcategories }) =>
      subcategories.map(({ id, name, slug, photo }, position) => ({
        id,
        name,
        slug,
        photo,
        categoryId,
        genderIds: [genderId(gender)],
        position,
      })),
    ),
  )
  await tx.insert(catalogue.sizeCharts).values(sizeCharts)
}

async function seedProducts(tx: Database, { brands, categories, products }: DemoCatalogue) {
  const rows = products.map((product, index) => productRow(product, { brands, categories, index }))
  for (const batch of inBatches(rows)) await tx.insert(catalogue.products).values(batch)
  for (const batch of inBatches(products.flatMap(sizeRows), 500)) {
    await tx.insert(catalogue.productSizes).values(batch)
  }
}

async function seedHome(
  tx: Database,
  { sliders, gridCategories, offers, coupons: offered }: DemoCatalogue,
) {
  await tx.insert(storefront.sliders).values(
    sliders.map(({ gender, wall: _wall, ...slider }, position) => ({
      ...slider,
      genderId: genderId(gender),
      position,
    })),
  )
  await tx.insert(storefront.homeGridCategories).values(
    gridCategories.map(({ id, name, gender, photo, link }, position) => ({
      id,
      name,
      photo,
      link,
      genderId: genderId(gender),
      position,
    })),
  )
  await tx
    .insert(storefront.homeOffers)
    .values(offers.map((offer, position) => ({ ...offer, position })))
  await tx.insert(coupons).values(offered.map(({ code, ...coupon }) => ({ ...coupon, name: code })))
}

async function seedDelivery(tx: Database, demo: DemoCatalogue) {
  await tx.insert(storefront.purchaseTerms).values(demo.terms)
  await tx.insert(storefront.shippingCharges).values(demo.shippingCharges)
  await tx.insert(storefront.warehouses).values(demo.warehouses)
  await tx
    .insert(deliveryAgents)
    .values(demo.agents.map(({ id, name, contactNumber }) => ({ id, name, contactNumber })))
}

/** The creation time of the first product, which is the newest; each further one is a minute older. */
const newestAt = Date.UTC(2026, 10, 18, 6, 30)

type ProductContext = { brands: DemoBrand[]; categories: DemoCategory[]; index: number }

/** The database row of a demo product. */
function productRow(product: DemoProduct, { brands, categories, index }: ProductContext) {
  const { id, brandId, categoryId, declarations } = product
  const brand = brands.find((entry) => entry.id === brandId)
  const category = categories.find((entry) => entry.id === categoryId)
  const subcategories = category?.subcategories.filter((entry) =>
    product.subcategoryIds.includes(entry.id),
  )
  const names = [brand?.name, category?.name, ...(subcategories ?? []).map((entry) => entry.name)]
  return {
    id,
    code: product.code,
    name: product.name,
    brandId,
    categoryId,
    subcategoryIds: product.subcategoryIds,
    genderIds: product.genders.map((gender) => gender.toLowerCase()),
    mrpPaise: product.mrpPaise,
    pricePaise: product.pricePaise,
    photos: product.photos.map(({ path }) => path),
    tint: product.tint,
    colour: product.colour,
    description: product.description,
    details: product.details,
    hsn: product.hsn,
    gstBasisPoints: product.gstPercent === null ? null : product.gstPercent * 100,
    origin: declarations.countryOfOrigin,
    madeIn: declarations.monthOfManufacture,
    maker: declarations.maker,
    makerAddress: declarations.makerAddress,
    netQuantity: declarations.netQuantity,
    careContact: declarations.careContact,
    isPublished: true,
    searchWords: [...names, product.colour, ...product.searchWords].join(' '),
    createdAt: new Date(newestAt - index * minuteMs),
  }
}

function sizeRows({ id: productId, sizes, stock }: DemoProduct) {
  return sizes.map((size, position) => ({ productId, size, position, onHand: stock[size] ?? 0 }))
}
