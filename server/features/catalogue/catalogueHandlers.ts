import { eq, inArray } from 'drizzle-orm'

import type { PurchaseType } from '#contract/cart/cart.ts'
import type { BrandPage } from '#contract/catalogue/catalogue.ts'
import { type Paise, toRupees } from '#contract/values/money.ts'
import { type CatalogueIndex, snapshotOf } from '#server/commerce/search/index/catalogueIndex.ts'
import type { SearchCounter } from '#server/commerce/search/trendingSearches.ts'
import type { Database } from '#server/database/client/connect.ts'
import { brands, categories } from '#server/database/schema/catalogue.ts'
import { purchaseTerms, shippingCharges } from '#server/database/schema/storefront.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import { callerAddress } from '#server/platform/http/requestOrigin.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { type ListDeps, listProducts } from './lists/productList.ts'
import { facetsOf, readFilters } from './lists/filters.ts'
import { readPairings } from './products/pairings.ts'
import { readProduct } from './products/product.ts'
import * as storefront from './storefront.ts'

const rupees = (paise: number) => toRupees(paise as Paise)

export type CatalogueDeps = ListDeps & {
  /** Counts searches; without it there are no trending ones. */
  searchCounter?: SearchCounter
  trustedProxies: number
}

/** The public catalogue. */
export const catalogueHandlers = ({
  index,
  readCachedProducts,
  searchCounter,
  trustedProxies,
}: CatalogueDeps) =>
  ({
    readGenders: async ({ db }) => ok({ result: { data: await storefront.readGenders(db) } }),
    readSliders: async ({ db }) => ok({ result: await storefront.readSliders(db) }),
    readHomeGrid: async ({ db }) => ok({ result: await storefront.readHomeGrid(db) }),
    readOffers: async ({ db }) => ok({ result: await storefront.readOffers(db) }),
    readBrands: async ({ db, query }) => ok({ result: await storefront.readBrands(db, query) }),
    readPremiumBrands: async ({ db, query: { gender } }) =>
      ok({ result: await storefront.readBrands(db, { gender, isPremium: true }) }),
    readCategories: async ({ db, query }) =>
      ok({ result: { data: await storefront.readCategories(db, query.gender) } }),
    readRandomSubcategories: async ({ db, query }) =>
      ok({ result: { data: await storefront.readRandomSubcategories(db, query.gender) } }),
    readBrandPage: async ({ db, params }) =>
      ok({ result: await readBrandPage(db, params.brandId ?? '', index) }),
    readSizeChart: async ({ db, params }) => {
      const { brandId = '', categoryId = '', subcategoryId = '' } = params
      return ok({
        result: await storefront.readSizeCharts(db, { brandId, categoryId, subcategoryId }),
      })
    },

    readProducts: async ({ db, query, context }) => {
      const list = await listProducts(db, query, { index, readCachedProducts })
      const snapshot = index?.snapshot()
      const isFirstPageOfMatches = list.total > 0 && !list.leftOut && query.cursor === undefined
      if (snapshot && query.search !== undefined && isFirstPageOfMatches) {
        const address = callerAddress(context, trustedProxies)
        searchCounter?.countSearch(snapshot, query.search, address)
      }
      return ok({ result: list })
    },
    readFilters: async ({ db, query }) => ok({ result: await readFilters(db, query, index) }),
    readProduct: async ({ db, params, query }) =>
      ok({ result: await readProduct(db, params.id ?? '', query.warehouse) }),
    readPairings: async ({ db, params, query: { warehouse } }) => {
      const data = await readPairings(db, params.id ?? '', { index, warehouse })
      return ok({ result: { data } })
    },

    readTryAndBuyTerms: async ({ db }) => ok({ result: await readShownTerms(db, 'Try and Buy') }),
    readStandardTerms: async ({ db }) => ok({ result: await readShownTerms(db, 'Standard') }),
    readShippingCharges: async ({ db }) => ok({ result: await readShippingCharges(db) }),
  }) satisfies FeatureHandlers

async function readShownTerms(db: Database, type: PurchaseType) {
  const rows = await db.select().from(purchaseTerms)
  const terms = rows.find(({ purchaseType }) => purchaseType === type)
  if (!terms) throw new StoreError('not_found', 'No conditions have been set yet')
  return { chargeAmount: rupees(terms.chargePaise), conditions: terms.conditions }
}

async function readShippingCharges(db: Database) {
  const rows = await db.select().from(shippingCharges)
  return rows.map(({ shippingType, chargePaise }) => ({
    shippingType,
    chargeAmount: rupees(chargePaise),
  }))
}

/** What a brand says about itself, and the categories of its products, the largest first. */
async function readBrandPage(
  db: Database,
  requestedId: string,
  index?: CatalogueIndex,
): Promise<BrandPage> {
  const snapshot = await snapshotOf(db, index)
  const id = snapshot.dictionary.currentIdOf('brand', requestedId)
  const [brand] = await db.select().from(brands).where(eq(brands.id, id))
  if (!brand) throw new StoreError('not_found', 'This brand isn’t available')
  const counts = facetsOf(snapshot, { brand: id }).categories
  const rows =
    counts.size > 0
      ? await db
          .select()
          .from(categories)
          .where(inArray(categories.id, [...counts.keys()]))
          .orderBy(categories.position, categories.id)
      : []
  const { name, photo, genderIds, description } = brand
  return {
    _id: id,
    name,
    photo,
    gender: storefront.gendersOf(genderIds),
    ...(description && { description }),
    categories: rows
      .map((row) => ({
        _id: row.id,
        name: row.name,
        gender: storefront.gendersOf(row.genderIds),
        count: counts.get(row.id) ?? 0,
      }))
      .sort((a, b) => b.count - a.count),
  }
}
