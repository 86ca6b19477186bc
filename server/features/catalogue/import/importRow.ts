import * as v from 'valibot'

import { multiLineText, singleLineText } from '#contract/api/fields.ts'
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
export const importFields = [
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

const field = v.picklist(
  importFields,
  `is not a field of a product. Fields are: ${importFields.join(', ')}`,
)
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

/** Fields that a product cannot be sold without. */
export const requiredFields = ['code', 'name', 'brand', 'category', 'gender', 'price'] as const

/** Thrown if the column names do not fit, so that every row would be rejected. */
export class HeaderRejectedError extends Error {}

/**
 * Checks the column names of a file.
 *
 * @throws HeaderRejectedError if a column occurs twice, or one that has no default is missing
 */
export function requireColumns(names: string[], { columns, defaults }: ImportMapping): void {
  const duplicate = names.find((column, at) => column !== '' && names.indexOf(column) < at)
  if (duplicate !== undefined)
    throw new HeaderRejectedError(`The file has the column "${duplicate}" twice`)
  for (const field of requiredFields) {
    const column = columns[field] ?? field
    if (names.includes(column) || defaults[field]) continue
    const found = names.join(', ').slice(0, 200)
    throw new HeaderRejectedError(
      `The file has no column "${column}". Its first line is: ${found}. Columns are separated by commas; --column ${field}=NAME uses another one.`,
    )
  }
}

/** Maximum length of each field in characters. */
const maxLengths: Record<ImportField, number> = {
  ...{ code: 100, name: 200, brand: 100, category: 100, subcategory: 100, gender: 20, colour: 100 },
  ...{ mrp: 30, price: 30, sizes: 2000, stock: 2000, description: 10_000 },
  ...{ fabric: 500, fit: 500, care: 500, hsn: 20, gstPercent: 20 },
  ...{ origin: 100, madeIn: 100, maker: 200, makerAddress: 500, netQuantity: 100 },
  ...{ careContact: 200, words: 2000, photos: 5000 },
}
const maxSizeLength = 40
const maxSizes = 60

const plainText = /^[ -~]*$/
const anyLength = { max: Infinity }
const lineText = singleLineText(anyLength)
const linesText = multiLineText(anyLength)

/** A value without invisible characters. File names are unchanged. */
function cleanValue(field: ImportField, value: string): string {
  if (value.includes('\uFFFD'))
    throw new ImportRejectedError(`${field} "${value.slice(0, 40)}" is not UTF-8 text`)
  const isClean = field === 'photos' || plainText.test(value)
  const text = isClean ? value : v.parse(field === 'description' ? linesText : lineText, value)
  if (text.length > maxLengths[field])
    throw new ImportRejectedError(`${field} is longer than ${maxLengths[field]} characters`)
  return text
}

/** A row with our field names and defaults; missing values are empty. */
function mapRow(record: Record<string, string>, mapping: ImportMapping) {
  const { columns, defaults } = mapping
  const value = (field: ImportField) =>
    cleanValue(field, record[columns[field] ?? field]?.trim() ?? '') ||
    defaults[field]?.trim() ||
    ''
  return Object.fromEntries(importFields.map((field) => [field, value(field)])) as Record<
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
  /** Country of origin. */
  origin: string
  /** Month of manufacture. */
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
const maxPaise = 2 ** 31 - 1
/** The same as in `store stock set`. */
const maxStock = 999_999

/** The reason why a row or a photo is rejected, for the merchant. */
export class ImportRejectedError extends Error {}

/**
 * Converts a row to a product.
 *
 * @throws ImportRejectedError if the product cannot be sold
 */
export function productOfRow(
  record: Record<string, string>,
  mapping: ImportMapping,
): ImportedProduct {
  const row = mapRow(record, mapping)
  for (const field of requiredFields) {
    if (row[field] === '') throw new ImportRejectedError(`${field} is empty`)
  }
  for (const field of ['brand', 'category'] as const) {
    if (slugOf(row[field]) === '')
      throw new ImportRejectedError(`${field} "${row[field]}" contains no letter`)
  }
  const genderIds = genders[row.gender.toLowerCase()]
  if (!genderIds)
    throw new ImportRejectedError(`gender "${row.gender}" must be Men, Women or Unisex`)

  const pricePaise = amountOf('price', row.price)
  const mrpPaise = row.mrp === '' ? pricePaise : amountOf('mrp', row.mrp)
  if (pricePaise > mrpPaise)
    throw new ImportRejectedError(`price ${row.price} is above the MRP ${row.mrp}`)

  const { code, name, brand, category, subcategory, colour, description, hsn, words } = row
  const { origin, madeIn, maker, makerAddress, netQuantity, careContact } = row
  const hasValue = (field: 'stock' | 'sizes') =>
    Boolean(record[mapping.columns[field] ?? field]?.trim())
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
    gstBasisPoints: row.gstPercent === '' ? null : basisPointsOf(row.gstPercent),
  }
}

/** Sizes with their stock: one count for all `sizes`, or `S:2|M:0|L:7`. */
function stockOf(row: Record<'sizes' | 'stock', string>, separator: string) {
  const listed = split(row.sizes, separator)
  const stock = new Map<string, number>()
  const parts = split(row.stock, separator)
  for (const part of parts) {
    const [first = '', second, ...others] = part.split(':').map((text) => text.trim())
    const count = second ?? first
    const isForAll = second === undefined && parts.length === 1
    if (others.length > 0 || (second === undefined ? !isForAll : first === ''))
      throw new ImportRejectedError(`stock "${row.stock}" must be one number, or written as S:2`)
    const onHand = numberOf('stock', count)
    if (!Number.isInteger(onHand))
      throw new ImportRejectedError(`stock "${part}" is not a whole number`)
    if (onHand > maxStock) throw new ImportRejectedError(`stock "${part}" is too high`)
    for (const size of isForAll ? listed : [first]) stock.set(size, onHand)
  }
  for (const size of listed) if (!stock.has(size)) stock.set(size, 0)
  if (stock.size === 0) throw new ImportRejectedError('sizes is empty')
  if (stock.size > maxSizes) throw new ImportRejectedError(`sizes has more than ${maxSizes} sizes`)
  for (const size of stock.keys())
    if (size.length > maxSizeLength)
      throw new ImportRejectedError(`size "${size.slice(0, 20)}…" is longer than ${maxSizeLength}`)
  return { stock }
}

const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/**
 * Digits, also in groups as in 1,29,999 or 1,000,000, with up to two decimals. A comma before the
 * decimals, as in 1299,50, is not accepted, because it would multiply the number by 100.
 */
const numberPattern = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d{1,2})?$/

function numberOf(field: string, text: string): number {
  const digits = text.replace(/[₹\s]/g, '')
  if (digits === '' || !numberPattern.test(digits))
    throw new ImportRejectedError(`${field} "${text}" is not a number`)
  return Number(digits.replaceAll(',', ''))
}

function basisPointsOf(gstPercent: string): number {
  const percent = numberOf('gstPercent', gstPercent)
  if (percent > 100) throw new ImportRejectedError(`gstPercent "${gstPercent}" is above 100`)
  return Math.round(percent * 100)
}

function amountOf(field: string, text: string): Paise {
  const paise = toPaise(numberOf(field, text) as Rupees)
  if (paise === 0) throw new ImportRejectedError(`${field} is 0`)
  if (paise > maxPaise) throw new ImportRejectedError(`${field} "${text}" is too high`)
  return paise
}
