import * as v from 'valibot'

import { type Paise, type Rupees, toPaise } from '#contract/money.ts'

/** A name as a URL slug: lower-case letters, digits and hyphens; empty if the name has none. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
}

/** The fields of a product that a file can fill. */
const importFields = [
  'code',
  'name',
  'brand',
  'category',
  'subcategory',
  'gender',
  'colour',
  'mrp',
  'price',
  'sizes',
  'stock',
  'description',
  'fabric',
  'fit',
  'care',
  'hsn',
  'gstPercent',
  'origin',
  'madeIn',
  'maker',
  'makerAddress',
  'netQuantity',
  'careContact',
  'words',
  'photos',
] as const
type ImportField = (typeof importFields)[number]

const field = v.picklist(importFields)
const name = v.pipe(v.string(), v.minLength(1))

/**
 * Maps the columns of a file to fields, with defaults for empty values and the separator of
 * multiple values. A field without a mapping is read from the column with its own name.
 */
export const ImportMapping = v.object({
  columns: v.optional(v.record(field, name), {}),
  defaults: v.optional(v.record(field, v.string()), {}),
  separator: v.optional(name, '|'),
})
export type ImportMapping = v.InferOutput<typeof ImportMapping>

/** A row with our field names and defaults; missing values are empty. */
function mapRow(record: Record<string, string>, mapping: ImportMapping) {
  const { columns, defaults } = mapping
  const value = (of: ImportField) => record[columns[of] ?? of]?.trim() || defaults[of]?.trim() || ''
  return Object.fromEntries(importFields.map((of) => [of, value(of)])) as Record<
    ImportField,
    string
  >
}

/** A validated product of a file. `stock` is by size. */
export type ImportedProduct = {
  code: string
  name: string
  brand: string
  category: string
  subcategory: string
  genderIds: string[]
  colour: string
  mrpPaise: Paise
  pricePaise: Paise
  stock: Map<string, number>
  /** Whether the file contains stock; only then is existing stock changed. */
  hasStock: boolean
  /** Whether the file lists sizes; only then are unlisted sizes sold out. */
  hasSizes: boolean
  description: string
  details: { name: string; value: string }[]
  hsn: string
  gstBasisPoints: number | null
  origin: string
  madeIn: string
  maker: string
  makerAddress: string
  netQuantity: string
  careContact: string
  words: string
  /** File names; after the import of the photos, URL paths. */
  photos: string[]
}

const genders: Record<string, string[]> = {
  men: ['men'],
  man: ['men'],
  male: ['men'],
  women: ['women'],
  woman: ['women'],
  female: ['women'],
  unisex: ['women', 'men'],
}
const maxNameLength = 200
const maxPaise = 2 ** 31 - 1

/** The reason why a row is rejected, for the merchant. */
export class RowRejectedError extends Error {}

/**
 * Converts a row to a product.
 *
 * @throws RowRejectedError if the product cannot be sold
 */
export function productOfRow(
  record: Record<string, string>,
  mapping: ImportMapping,
): ImportedProduct {
  const row = mapRow(record, mapping)
  for (const field of ['code', 'name', 'brand', 'category', 'gender', 'price'] as const) {
    if (row[field] === '') throw new RowRejectedError(`${field} is empty`)
  }
  if (row.name.length > maxNameLength)
    throw new RowRejectedError(`name is longer than ${maxNameLength} characters`)
  for (const field of ['brand', 'category'] as const) {
    if (slugOf(row[field]) === '')
      throw new RowRejectedError(`${field} "${row[field]}" contains no letter`)
  }
  const genderIds = genders[row.gender.toLowerCase()]
  if (!genderIds) throw new RowRejectedError(`gender "${row.gender}" must be Men, Women or Unisex`)

  const pricePaise = amountOf('price', row.price)
  const mrpPaise = row.mrp === '' ? pricePaise : amountOf('mrp', row.mrp)
  if (pricePaise > mrpPaise)
    throw new RowRejectedError(`price ${row.price} is above the MRP ${row.mrp}`)

  const { code, name, brand, category, subcategory, colour, description, hsn, words } = row
  const { origin, madeIn, maker, makerAddress, netQuantity, careContact } = row
  const hasValue = (of: 'stock' | 'sizes') => Boolean(record[mapping.columns[of] ?? of]?.trim())
  return {
    ...{ code, name, brand, category, subcategory, colour, description, hsn, words },
    ...{ origin, madeIn, maker, makerAddress, netQuantity, careContact },
    genderIds,
    photos: split(row.photos, mapping.separator),
    mrpPaise,
    pricePaise,
    ...stockOf(row, mapping.separator),
    hasStock: hasValue('stock'),
    hasSizes: hasValue('stock') || hasValue('sizes'),
    details: [
      { name: 'Fabric', value: row.fabric },
      { name: 'Fit', value: row.fit },
      { name: 'Wash care', value: row.care },
    ].filter(({ value }) => value !== ''),
    gstBasisPoints:
      row.gstPercent === '' ? null : Math.round(numberOf('gstPercent', row.gstPercent) * 100),
  }
}

/** Sizes with their stock: `S|M|L` with one count for each, or `S:2|M:0|L:7`. */
function stockOf(row: Record<'sizes' | 'stock', string>, separator: string) {
  const listed = split(row.sizes, separator)
  const stock = new Map<string, number>()
  for (const part of split(row.stock, separator)) {
    const [size, count] = part.includes(':') ? part.split(':') : [undefined, part]
    const onHand = numberOf('stock', count ?? '')
    if (!Number.isInteger(onHand))
      throw new RowRejectedError(`stock "${part}" is not a whole number`)
    for (const of of size === undefined ? listed : [size.trim()]) stock.set(of, onHand)
  }
  for (const size of listed) if (!stock.has(size)) stock.set(size, 0)
  if (stock.size === 0) throw new RowRejectedError('sizes is empty')
  return { stock }
}

const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function numberOf(of: string, text: string): number {
  const number = Number(text.replace(/[₹,\s]/g, ''))
  if (text === '' || !Number.isFinite(number) || number < 0) {
    throw new RowRejectedError(`${of} "${text}" is not a number`)
  }
  return number
}

function amountOf(of: string, text: string): Paise {
  const paise = toPaise(numberOf(of, text) as Rupees)
  if (paise === 0) throw new RowRejectedError(`${of} is 0`)
  if (paise > maxPaise) throw new RowRejectedError(`${of} "${text}" is too high`)
  return paise
}
