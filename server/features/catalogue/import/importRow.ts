import * as v from 'valibot'

import { multiLineText, singleLineText } from '#contract/api/fields.ts'
import type { Paise } from '#contract/values/money.ts'
import {
  detailFields,
  detailNames,
  genderName,
  genders,
  type ImportField,
  importFields,
  type ImportFields,
  type ImportMapping,
  requiredFields,
  type StockField,
  stockFieldOf,
} from './importFields.ts'
import { namesSizes, type SizesAndStock, sizesAndStockOf, split } from './importSizes.ts'
import { cleanHtml } from '#server/commerce/cleanHtml.ts'
import type { GroupAliases } from '#server/features/catalogue/groups/groups.ts'
import {
  amountOf,
  basisPointsOf,
  categoryIdOf,
  idOfName,
  ImportRejectedError,
  subcategoryIdOf,
} from './importValues.ts'
import type { StoredProduct } from './storedProducts.ts'

/** Maximum length of each field in characters. */
const maxLengths: Record<ImportField, number> = {
  ...{ code: 100, name: 200, brand: 100, category: 100, subcategory: 100, gender: 20, colour: 100 },
  ...{ style: 100 },
  ...{ mrp: 30, price: 30, sizes: 2000, stock: 2000, description: 10_000 },
  ...{ fabric: 500, fit: 500, measurements: 500, care: 500, pack: 500, madeBy: 500 },
  ...{ hsn: 20, gstPercent: 20 },
  ...{ origin: 100, madeIn: 100, maker: 200, makerAddress: 500, netQuantity: 100 },
  ...{ careContact: 200, words: 2000, photos: 5000 },
}

const plainText = /^[ -~]*$/
const anyLength = { max: Infinity }
const lineText = singleLineText(anyLength)
const linesText = multiLineText(anyLength)

/** A value without invisible characters. File names are unchanged. */
function cleanValue(field: ImportField | StockField, value: string): string {
  if (value.includes('\uFFFD'))
    throw new ImportRejectedError(`${field} "${value.slice(0, 40)}" is not UTF-8 text`)
  const isClean = field === 'photos' || plainText.test(value)
  const written = isClean ? value : v.parse(field === 'description' ? linesText : lineText, value)
  const text = field === 'description' ? cleanHtml(written) : written
  const maxLength = isProductField(field) ? maxLengths[field] : maxLengths.stock
  if (text.length > maxLength)
    throw new ImportRejectedError(`${field} is longer than ${maxLength} characters`)
  return text
}

const isProductField = (field: ImportField | StockField): field is ImportField =>
  field in maxLengths

/** Empties a field; an empty cell leaves it as it is. */
const emptyMark = '-'
const neverEmpty = new Set<ImportField>([...requiredFields, 'sizes'])

/** The column of a field without a mapping; none for `stock` if its column is that of one warehouse. */
function ownColumnOf(field: ImportField | StockField, { columns }: ImportMapping): string {
  const isMapped = field === 'stock' && Object.values(columns).includes('stock')
  return isMapped ? '' : field
}

/** What the file has in a field, undefined if nothing. */
function cellOf(
  record: Record<string, string>,
  field: ImportField | StockField,
  mapping: ImportMapping,
) {
  const column = mapping.columns[field] ?? ownColumnOf(field, mapping)
  const text = cleanValue(field, record[column]?.trim() ?? '')
  if (text === emptyMark && (!isProductField(field) || field === 'stock' || neverEmpty.has(field)))
    throw new ImportRejectedError(`${field} can’t be emptied`)
  return text || undefined
}

/** The code of a row, by which the store knows the product; empty if it has none. */
export const codeOf = (record: Record<string, string>, mapping: ImportMapping): string =>
  cellOf(record, 'code', mapping) ?? mapping.defaults.code?.trim() ?? ''

/**
 * A row with our field names. What the file does not say stays as the store has it; a default is for what is empty
 * in both.
 */
function mapRow(
  record: Record<string, string>,
  mapping: ImportMapping,
  stored: StoredProduct | undefined,
): ImportFields {
  const value = (field: ImportField) => {
    const cell = cellOf(record, field, mapping)
    if (cell === emptyMark) return ''
    // The sizes of the store are taken as they are, and their stock is not counted again.
    const before = field === 'stock' || field === 'sizes' ? undefined : stored?.fields[field]
    return cell ?? (before || mapping.defaults[field]?.trim() || '')
  }
  return Object.fromEntries(importFields.map((field) => [field, value(field)])) as ImportFields
}

/** A validated product of a file. */
export type ImportedProduct = SizesAndStock & {
  code: string
  name: string
  brand: string
  category: string
  subcategory: string
  brandId: string
  categoryId: string
  subcategoryIds: string[]
  genderIds: string[]
  colour: string
  /** Shared by the same garment in other colours; empty if there are none. */
  style: string
  mrpPaise: Paise
  pricePaise: Paise
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
  /** The files that the row names; undefined if it leaves the photos as they are. */
  photoNames: string[] | undefined
  /** URL paths. */
  photos: string[]
}

type ParseOptions = {
  mapping: ImportMapping
  /** The product that the store has under this code. */
  stored?: StoredProduct | undefined
  /** Whether a row may replace another product that has its code. */
  isForced?: boolean
  /** Whether names without a capital letter get one. */
  hasCapitals?: boolean
  /** The ids of all warehouses. */
  warehouses: string[]
  /** The groups that ids of a file mean. */
  aliases: GroupAliases
}

/**
 * Converts a row to a product.
 *
 * @throws ImportRejectedError if the product cannot be sold
 */
export function productOfRow(
  record: Record<string, string>,
  options: ParseOptions,
): ImportedProduct {
  const { mapping, stored, isForced = false, warehouses, aliases, hasCapitals } = options
  const mapped = mapRow(record, mapping, stored)
  const row = hasCapitals ? withCapitals(mapped) : mapped
  requireFields(row)
  if (stored && isOther(row, stored.fields)) {
    if (isForced)
      return productOfRow(record, { ...options, isForced: false, stored: onlyStock(stored) })
    const { code, brand, name, category } = stored.fields
    throw new ImportRejectedError(
      `code "${code}" is ${brand} ${name} (${category}) in the store; --force replaces it by ${row.brand} ${row.name} (${row.category})`,
    )
  }
  const genderIds = genders[row.gender.toLowerCase()]
  if (!genderIds)
    throw new ImportRejectedError(`gender "${row.gender}" must be Men, Women or Unisex`)

  const pricePaise = amountOf('price', row.price)
  const mrpPaise = row.mrp === '' ? pricePaise : amountOf('mrp', row.mrp)
  if (pricePaise > mrpPaise)
    throw new ImportRejectedError(`price ${row.price} is above the MRP ${row.mrp}`)

  const { code, name, brand, category, subcategory, colour, style, description, hsn, words } = row
  const { origin, maker, makerAddress, netQuantity, careContact, madeIn } = row
  const stock = stockTextsOf(record, { mapping, stored, warehouses })
  const photos = cellOf(record, 'photos', mapping)
  // The sizes that one of several warehouses has are not all sizes of the product.
  const hasSizes =
    cellOf(record, 'sizes', mapping) !== undefined ||
    namesSizes(cellOf(record, 'stock', mapping) ?? '')
  const storedSizes = stored?.sizes.map(({ size }) => size) ?? []
  const sizes = hasSizes || storedSizes.length === 0 ? row.sizes : storedSizes
  const hasSubcategory = idOfName(subcategory) !== ''
  const isSameCategory =
    category === stored?.fields.category && genderName(genderIds) === stored.fields.gender
  const ownCategoryId = isSameCategory ? stored.categoryId : categoryIdOf(genderIds, category)
  const categoryId = aliases.category.get(ownCategoryId) ?? ownCategoryId
  const ownBrandId = brand === stored?.fields.brand ? stored.brandId : idOfName(brand)
  const ownSubcategoryId = subcategoryIdOf(categoryId, subcategory)
  const isSameSubcategory = isSameCategory && subcategory === stored.fields.subcategory
  return {
    ...{ code, name, brand, category, subcategory, colour, style, description, hsn, words },
    ...{ origin, madeIn, maker, makerAddress, netQuantity, careContact },
    genderIds,
    brandId: aliases.brand.get(ownBrandId) ?? ownBrandId,
    categoryId,
    subcategoryIds: isSameSubcategory
      ? stored.subcategoryIds
      : hasSubcategory
        ? [aliases.subcategory.get(ownSubcategoryId) ?? ownSubcategoryId]
        : [],
    photoNames: photos === undefined ? undefined : split(row.photos, mapping.separator),
    photos: stored?.photos ?? [],
    mrpPaise,
    pricePaise,
    ...sizesAndStockOf({ sizes, stock, separator: mapping.separator, storedSizes }),
    hasSizes,
    details: [
      ...Object.entries(detailFields).map(([field, name]) => ({
        name,
        value: row[field as keyof typeof detailFields],
      })),
      ...(stored?.details.filter(({ name }) => !detailNames.includes(name)) ?? []),
    ].filter(({ value }) => value !== ''),
    gstBasisPoints: row.gstPercent === '' ? null : basisPointsOf(row.gstPercent),
  }
}

/**
 * The texts of the stock of each warehouse that the file counts; stock that it does not count stays as it is. Defaults
 * are for a product that is new.
 */
function stockTextsOf(
  record: Record<string, string>,
  { mapping, stored, warehouses }: Pick<ParseOptions, 'mapping' | 'stored' | 'warehouses'>,
): Map<string, string> {
  const textOf = (field: 'stock' | StockField) =>
    cellOf(record, field, mapping) ?? (stored ? undefined : mapping.defaults[field]?.trim())
  const texts = warehouses.map((id) => [id, textOf(stockFieldOf(id))] as const)
  const common = textOf('stock')
  if (common) {
    const [only, ...others] = warehouses
    if (only === undefined)
      throw new ImportRejectedError('stock needs a warehouse; "warehouse add" adds one')
    if (others.length > 0)
      throw new ImportRejectedError(
        `stock must say which warehouse has it: ${warehouses.map(stockFieldOf).join(', ')}`,
      )
    texts.push([only, common])
  }
  return new Map(texts.filter((text): text is [string, string] => Boolean(text[1])))
}

/** Names and colours without any capital letter begin with one, brands with one in each word. */
function withCapitals(row: ImportFields): ImportFields {
  const capitalised = (text: string, first: RegExp) =>
    text === text.toLowerCase() ? text.replace(first, (letter) => letter.toUpperCase()) : text
  const [firstOfText, firstOfWords] = [/\p{L}/u, /(?<![\p{L}\p{M}’'])\p{L}/gu]
  const { name, brand, category, subcategory, colour } = row
  return {
    ...row,
    name: capitalised(name, firstOfText),
    brand: capitalised(brand, firstOfWords),
    category: capitalised(category, firstOfText),
    subcategory: capitalised(subcategory, firstOfText),
    colour: capitalised(colour, firstOfText),
  }
}

function requireFields(row: ImportFields): void {
  for (const field of requiredFields) {
    if (row[field] === '') throw new ImportRejectedError(`${field} is empty`)
  }
  for (const field of ['brand', 'category'] as const) {
    if (idOfName(row[field]) === '')
      throw new ImportRejectedError(`${field} "${row[field]}" contains no letter`)
  }
}

/** Whether a row is another product than the one with its code: all that names it has changed at once. */
const isOther = (row: ImportFields, stored: ImportFields): boolean =>
  (['name', 'brand', 'category'] as const).every(
    (field) => stored[field] !== '' && idOfName(row[field]) !== idOfName(stored[field]),
  )

/** Another product inherits only the sizes, whose stock is counted on. */
const onlyStock = (stored: StoredProduct): StoredProduct => ({
  ...stored,
  photos: [],
  details: [],
  fields: Object.fromEntries(importFields.map((field) => [field, ''])) as ImportFields,
})
