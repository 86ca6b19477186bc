import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import {
  bytes,
  timestamptzNow,
  key,
  timestamptz,
  transactionId,
  uuidKey,
  pricePaise,
} from './columns.ts'
import { users } from './users.ts'

/** 'men' and 'women'. */
export const genders = pgTable('genders', {
  id: key().primaryKey(),
  name: text({ enum: ['MEN', 'WOMEN'] }).notNull(),
  photo: text().notNull(),
  position: integer().notNull().default(0),
})

/** Ids in arrays use the database's default collation, so they must not be used for sorting. */
const idList = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'`)

/** The ids that a file may have for a group instead of its own: of names that it had, and of groups merged into it. */
const aliases = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'`)

export const brands = pgTable(
  'brands',
  {
    id: key().primaryKey(),
    name: text().notNull(),
    photo: text().notNull().default(''),
    genderIds: idList(),
    isPremium: boolean().notNull().default(false),
    hasTryAndBuy: boolean().notNull().default(true),
    /** Shown on the brand's page. Empty for imported brands. */
    description: text().notNull().default(''),
    position: integer().notNull().default(0),
    aliases: aliases(),
  },
  (table) => [
    index('brands_by_position').on(table.position, table.id),
    index('brands_by_name').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
  ],
)

export const categories = pgTable('categories', {
  id: key().primaryKey(),
  name: text().notNull(),
  slug: key().notNull().unique(),
  title: text().notNull().default(''),
  photo: text().notNull().default(''),
  genderIds: idList(),
  position: integer().notNull().default(0),
  aliases: aliases(),
})

export const subcategories = pgTable(
  'subcategories',
  {
    id: key().primaryKey(),
    categoryId: key()
      .notNull()
      .references(() => categories.id),
    name: text().notNull(),
    slug: key().notNull().unique(),
    photo: text().notNull().default(''),
    genderIds: idList(),
    position: integer().notNull().default(0),
    aliases: aliases(),
  },
  (table) => [index().on(table.categoryId)],
)

/**
 * A product with everything that lists need in one row. Triggers keep `sizes` in sync with `product_sizes`, `stock`,
 * `stockedIn`, `sizesInStock`, `isInStock` and `restockedAt` with `stock_levels`, and `reviewCount` and
 * `ratingTenths` with `reviews`; they must not be written directly.
 */
export const products = pgTable(
  'products',
  {
    id: key().primaryKey(),
    /** The seller's product code; an import matches rows by it. */
    code: key().notNull().unique(),
    name: text().notNull(),
    brandId: key()
      .notNull()
      .references(() => brands.id),
    categoryId: key()
      .notNull()
      .references(() => categories.id),
    /** The first one determines the size chart. */
    subcategoryIds: idList(),
    genderIds: idList(),
    mrpPaise: pricePaise().notNull(),
    pricePaise: pricePaise().notNull(),
    photos: jsonb().$type<string[]>().notNull().default([]),
    /** Background colour while an image loads, 0 to 6. */
    tint: smallint().notNull().default(0),
    colour: text().notNull().default(''),
    description: text().notNull().default(''),
    details: jsonb().$type<{ name: string; value: string }[]>().notNull().default([]),
    /** HSN code (customs tariff), printed on invoices. */
    hsn: text().notNull().default(''),
    /** Null if the rate depends on the price, as in the GST table in force. */
    gstBasisPoints: integer(),
    /** Country of origin. This and the next five columns are declarations that Indian law requires. */
    origin: key().notNull().default(''),
    /** Month of manufacture, such as 'Aug 2026'. */
    madeIn: text().notNull().default(''),
    /** The manufacturer, or the importer of an imported product. */
    maker: text().notNull().default(''),
    makerAddress: text().notNull().default(''),
    netQuantity: text().notNull().default(''),
    careContact: text().notNull().default(''),
    isPublished: boolean().notNull().default(false),
    /** When staff took the product off the store; an import does not show it again. */
    withdrawnAt: timestamptz(),
    /** Products of a brand with the same style are the same garment in other colours. Empty if there are none. */
    style: key().notNull().default(''),
    /** Other words by which search finds the product: brand, category, colour, synonyms. */
    searchWords: text().notNull().default(''),
    sizes: idList(),
    /** What each warehouse has of each size, without those that it has none of. */
    stock: jsonb().$type<StockByWarehouse>().notNull().default({}),
    /** Each size with each warehouse that has it, such as 'indore:M'. */
    stockedIn: idList(),
    /** The sizes that any warehouse has. */
    sizesInStock: idList(),
    isInStock: boolean()
      .notNull()
      .generatedAlwaysAs(sql`cardinality("sizes_in_stock") > 0`),
    /** When the product was last restocked after all sizes were sold out. Null if that never happened. */
    restockedAt: timestamptz(),
    reviewCount: integer().notNull().default(0),
    /** The average in tenths of a star. Null without reviews. */
    ratingTenths: smallint(),
    createdAt: timestamptzNow(),
    /** When what lists and searches show was last changed, for the sitemap. A trigger keeps it. */
    changedAt: timestamptzNow(),
    /** The transaction that last changed what lists and searches show. A trigger keeps it. */
    changedIn: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('products_by_change').on(table.changedIn),
    index('products_by_style')
      .on(table.brandId, table.style)
      .where(sql`style <> ''`),
    check('products_price', sql`price_paise > 0 and price_paise <= mrp_paise`),
    check('products_withdrawn', sql`withdrawn_at is null or not is_published`),
    check('products_tint', sql`tint between 0 and 6`),
    check(
      'products_declared',
      sql`not is_published or '' not in (origin, maker, maker_address, net_quantity, care_contact)`,
    ),
  ],
)

/** The number of pieces by warehouse and size. */
export type StockByWarehouse = Record<string, Record<string, number>>

/** The sizes in which a product is sold. */
export const productSizes = pgTable(
  'product_sizes',
  {
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    size: key().notNull(),
    position: smallint().notNull(),
  },
  (table) => [uniqueIndex('product_sizes_key').on(table.productId, table.size)],
)

/** A chart with a null `brandId` or `subcategoryId` applies to all of them. */
export const sizeCharts = pgTable(
  'size_charts',
  {
    id: key().primaryKey(),
    brandId: key().references(() => brands.id),
    categoryId: key()
      .notNull()
      .references(() => categories.id),
    subcategoryId: key().references(() => subcategories.id),
    images: jsonb().$type<string[]>().notNull(),
  },
  (table) => [index().on(table.categoryId)],
)

/** How much a product is in demand: recent orders, bags and wishlists count most. Products without any have no row. */
export const productPopularity = pgTable('product_popularity', {
  productId: key()
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  score: real().notNull(),
  /** Whether it was bought in that time. */
  isSold: boolean().notNull().default(false),
})

/** The products that customers of a city order most. `city` is its name in lower case; see `jobs/popularity.ts`. */
export const cityPopularity = pgTable(
  'city_popularity',
  {
    city: text().notNull(),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    score: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.city, table.productId] })],
)

/**
 * How many shoppers searched for these words on a day. It holds only words of the catalogue and searches of
 * several shoppers; see `commerce/search/trendingSearches.ts`.
 */
export const searchCounts = pgTable(
  'search_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    words: text().notNull(),
    shoppers: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.words] })],
)

/** Reviews by customers who received the product; one per customer and product. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuidKey(),
    productId: key()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stars: smallint().notNull(),
    words: text().notNull().default(''),
    fit: text({ enum: ['small', 'true', 'large'] }),
    size: key().notNull(),
    firstName: text().notNull(),
    /** Why the store hides the words; the stars count all the same. Null if they are shown. */
    hiddenReason: text(),
    createdAt: timestamptzNow(),
  },
  (table) => [
    uniqueIndex('reviews_once').on(table.productId, table.userId),
    index('reviews_fit').on(table.productId, table.stars, table.fit),
    index('reviews_newest').on(table.productId, table.createdAt.desc()),
    check('reviews_stars', sql`stars between 1 and 5`),
  ],
)

/** Photos in reviews. The public sees them once the store has approved them. */
export const reviewPhotos = pgTable(
  'review_photos',
  {
    id: uuidKey(),
    userId: key()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null until the review is sent. */
    reviewId: key().references(() => reviews.id, { onDelete: 'cascade' }),
    position: smallint().notNull().default(0),
    picture: bytes().notNull(),
    createdAt: timestamptzNow(),
    /** Created when the photo is approved. */
    thumbnail: bytes(),
    approvedAt: timestamptz(),
  },
  (table) => [
    index('review_photos_of_user').on(table.userId),
    index('review_photos_of_review').on(table.reviewId, table.position),
    index('review_photos_pending')
      .on(table.createdAt)
      .where(sql`approved_at is null`),
    check('review_photos_approved', sql`(thumbnail is null) = (approved_at is null)`),
  ],
)
