import { boolean, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { genders } from './catalogue.ts'
import { key, pricePaise, timestamptz } from './columns.ts'

const genderId = () =>
  key()
    .notNull()
    .references(() => genders.id)

export const sliders = pgTable('sliders', {
  id: key().primaryKey(),
  sliderType: text({ enum: ['Top Slider', 'Bottom Slider'] }).notNull(),
  genderId: genderId(),
  isFor: text({ enum: ['desktop', 'mobile'] }).notNull(),
  photo: text().notNull(),
  link: text().notNull(),
  title: text().notNull().default(''),
  text: text().notNull().default(''),
  /** The label of the button. */
  action: text().notNull().default(''),
  /** Whether the image is light, so that the text over it is dark. */
  isLight: boolean().notNull().default(true),
  position: integer().notNull().default(0),
})

export const homeGridCategories = pgTable('home_grid_categories', {
  id: key().primaryKey(),
  name: text().notNull(),
  photo: text().notNull(),
  genderId: genderId(),
  link: text().notNull(),
  position: integer().notNull().default(0),
})

export const homeOffers = pgTable('home_offers', {
  id: key().primaryKey(),
  name: text().notNull(),
  headline: text(),
  code: text(),
  photo: text().notNull(),
  link: text().notNull(),
  position: integer().notNull().default(0),
})

/** Extra charge and conditions of each purchase type. Conditions are HTML, sanitised when saved. */
export const purchaseTerms = pgTable('purchase_terms', {
  purchaseType: text({ enum: ['Standard', 'Try and Buy'] }).primaryKey(),
  chargePaise: pricePaise().notNull(),
  conditions: text().notNull(),
})

export const shippingCharges = pgTable('shipping_charges', {
  shippingType: text({ enum: ['Standard', 'Try and Buy'] }).primaryKey(),
  chargePaise: pricePaise().notNull(),
})

/** Warehouses. Each delivers to addresses within `radiusKm`. */
export const warehouses = pgTable('warehouses', {
  id: key().primaryKey(),
  name: text().notNull(),
  city: text().notNull(),
  state: text().notNull(),
  postalCode: text().notNull().default(''),
  address: text().notNull().default(''),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  radiusKm: doublePrecision().notNull(),
  deliveryMinutes: integer().notNull(),
  hasTryAndBuy: boolean().notNull().default(false),
  isOpen: boolean().notNull().default(true),
  /** A closed warehouse opens by itself at this time; null for one that stays closed. */
  closedUntil: timestamptz(),
  /** Why it is closed, for shoppers. */
  closedMessage: text().notNull().default(''),
})

/** Key-value settings: generated secrets, store facts, versions of the legal texts. */
export const storeSettings = pgTable('store_settings', {
  name: key().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
})
