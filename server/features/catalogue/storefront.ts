import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { Brand, Category, Slider, Subcategory } from '#contract/catalogue/catalogue.ts'
import { placeholderPhoto } from '#contract/catalogue/photos.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import * as rules from '#contract/rules.ts'
import {
  brands,
  categories,
  genders,
  sizeCharts,
  subcategories,
} from '#server/database/schema/catalogue.ts'
import type { Database } from '#server/database/client/connect.ts'
import { homeGridCategories, homeOffers, sliders } from '#server/database/schema/storefront.ts'
import { todayInIndia } from '#server/platform/runtime/clock.ts'

const { maxBrands } = rules.list

/** The ids are `men` and `women`; the API uses the names. */
export const genderNameOf = (genderId: string) => genderId.toUpperCase() as GenderName
export const gendersOf = (genderIds: string[]) =>
  genderIds.map((id) => ({ name: genderNameOf(id) }))
const isFor = (
  ids: SQL | typeof brands.genderIds | typeof categories.genderIds,
  gender?: string,
) => (gender === undefined ? undefined : sql`${gender.toLowerCase()} = any(${ids})`)

export async function readGenders(db: Database) {
  const rows = await db.select().from(genders).orderBy(asc(genders.position))
  return rows.map(({ id, name, photo }) => ({ _id: id, name, photo }))
}

export async function readSliders(db: Database): Promise<Slider[]> {
  const rows = await db.select().from(sliders).orderBy(asc(sliders.position), asc(sliders.id))
  return rows.map(({ id, genderId, position: _position, ...rest }) => ({
    ...rest,
    _id: id,
    gender: { name: genderNameOf(genderId) },
  }))
}

export async function readHomeGrid(db: Database) {
  const table = homeGridCategories
  const rows = await db.select().from(table).orderBy(asc(table.position), asc(table.id))
  return rows.map(({ id, name, photo, genderId, link }) => ({
    _id: id,
    name,
    photo,
    gender: genderNameOf(genderId),
    link,
  }))
}

export async function readOffers(db: Database) {
  const rows = await db.select().from(homeOffers).orderBy(asc(homeOffers.position))
  return rows.map(({ id, name, headline, code, photo, link }) => ({
    _id: id,
    name,
    headline: headline ?? undefined,
    code: code ?? undefined,
    photo,
    link,
  }))
}

/** Matches brands whose names contain the text, in any case; uses the trigram index on names. */
const nameContains = (text: string): SQL =>
  sql`lower(${brands.name}) like ${`%${escapeLike(text.toLowerCase())}%`}`

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

type BrandQuery = {
  gender?: string | undefined
  /** Ids, comma-separated. */
  brand?: string | undefined
  /** A part of the name. */
  search?: string | undefined
  isPremium?: boolean
}

/** A large catalogue has thousands of brands; beyond `maxBrands` they are found by name or id. */
export async function readBrands(db: Database, query: BrandQuery) {
  const { gender, brand, search, isPremium } = query
  const rows = await db
    .select()
    .from(brands)
    .where(
      and(
        isFor(brands.genderIds, gender),
        isPremium ? eq(brands.isPremium, true) : undefined,
        brand === undefined ? undefined : inArray(brands.id, brand.split(',')),
        search === undefined ? undefined : nameContains(search),
      ),
    )
    .orderBy(asc(brands.position), asc(brands.id))
    .limit(maxBrands + 1)
  const data: Brand[] = rows.slice(0, maxBrands).map(({ id, name, photo, genderIds }) => ({
    _id: id,
    name,
    photo,
    gender: gendersOf(genderIds),
  }))
  return { data, ...(rows.length > maxBrands && { hasMoreBrands: true }) }
}

export async function readCategories(db: Database, gender?: string): Promise<Category[]> {
  // One after the other, because the caller may pass a transaction, which has a single connection.
  const rows = await db
    .select()
    .from(categories)
    .where(isFor(categories.genderIds, gender))
    .orderBy(asc(categories.position), asc(categories.id))
  const subcategoryRows = await db
    .select()
    .from(subcategories)
    .orderBy(asc(subcategories.position), asc(subcategories.id))
  return rows.map(({ id, name, slug, title, photo, genderIds }) => ({
    _id: id,
    name,
    slug,
    title,
    photo: shownPhoto(photo),
    image: shownPhoto(photo),
    gender: gendersOf(genderIds),
    subcategories: subcategoryRows.filter(({ categoryId }) => categoryId === id).map(subcategoryOf),
  }))
}

const randomSubcategoryCount = 8

/**
 * A random selection that changes once a day and is the same for everybody, so that pages can be
 * cached and compressed once, and a cached page does not change its images when it refreshes.
 */
export async function readRandomSubcategories(db: Database, gender?: string) {
  const rows = await db
    .select()
    .from(subcategories)
    .where(isFor(sql`${subcategories.genderIds}`, gender))
    .orderBy(sql`md5(${todayInIndia()}::text || ${subcategories.id})`)
    .limit(randomSubcategoryCount)
  return rows.map(subcategoryOf)
}

function subcategoryOf(row: typeof subcategories.$inferSelect): Subcategory {
  const { id, name, slug, photo } = row
  return { _id: id, name, title: name, slug, photo: shownPhoto(photo) }
}

/** A new group has no photo until a product of it has one. */
const shownPhoto = (photo: string) => photo || placeholderPhoto

/**
 * The most specific size chart: charts for a brand and subcategory are preferred to general ones.
 */
export async function readSizeCharts(
  db: Database,
  query: { brandId: string; categoryId: string; subcategoryId: string },
) {
  const rows = await db.select().from(sizeCharts).where(eq(sizeCharts.categoryId, query.categoryId))
  const applicable = rows.filter(
    ({ brandId, subcategoryId }) =>
      (brandId === null || brandId === query.brandId) &&
      (subcategoryId === null || subcategoryId === query.subcategoryId),
  )
  const specificity = (row: (typeof rows)[number]) =>
    Number(row.brandId !== null) * 2 + Number(row.subcategoryId !== null)
  const [best] = applicable.sort((a, b) => specificity(b) - specificity(a))
  return best ? [{ sizeChartImages: best.images }] : []
}
