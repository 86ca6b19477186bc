import { compareSizes } from '#server/commerce/catalogue/sizes.ts'
import type { StockByWarehouse } from '#server/database/schema/catalogue.ts'
import { detailTexts, genderName, type ImportField, importFields } from './importFields.ts'
import type { ImportedProduct } from './importRow.ts'
import { amountText } from './importValues.ts'
import { type StoredProduct, stockText } from './storedProducts.ts'

/** A field with its text before and after; empty texts for no value. */
type FieldChange = { field: ImportField; before: string; after: string }

/** What an import does to a product. `withdrawn`: it was shown and is a draft now. */
export type ProductChange = {
  kind: 'added' | 'changed' | 'withdrawn' | 'unchanged'
  code: string
  title: string
  isDraft: boolean
  /** Empty for a new product. */
  fields: FieldChange[]
}

/** A product without a declaration that the law requires is a draft. */
export const isComplete = (product: ImportedProduct): boolean =>
  (['origin', 'maker', 'makerAddress', 'netQuantity', 'careContact'] as const).every(
    (field) => product[field] !== '',
  )

/** Whether shoppers see the product after the import: staff may have withdrawn it. */
export const isShown = (product: ImportedProduct, stored: StoredProduct | undefined): boolean =>
  isComplete(product) && !stored?.isWithdrawn

/**
 * The sizes of a product after the import, in their order. A size that the file no longer lists is sold out; it
 * leaves the page unless it is in an open order.
 */
export function sizesAfter(product: ImportedProduct, stored: StoredProduct | undefined): string[] {
  const before = new Set(stored?.sizes.map(({ size }) => size))
  const ordered = [...(stored?.orderedSizes ?? [])].filter(
    (size) => before.has(size) && !product.sizes.includes(size),
  )
  return [...product.sizes, ...ordered].sort(compareSizes)
}

/** What each warehouse has after the import, without sizes of which it has none. */
export function stockAfter(
  product: ImportedProduct,
  stored: StoredProduct | undefined,
): StockByWarehouse {
  const isCounted = (warehouseId: string) => product.stock.has(warehouseId)
  const uncounted = Object.entries(stored?.stock ?? {}).filter(([id]) => !isCounted(id))
  const counted = [...product.stock].map(
    ([id, counts]) => [id, Object.fromEntries(counts)] as const,
  )
  const isLeft = ([size, count]: [string, number]) => count > 0 && product.sizes.includes(size)
  return Object.fromEntries(
    [...uncounted, ...counted]
      .map(
        ([id, counts]) => [id, Object.fromEntries(Object.entries(counts).filter(isLeft))] as const,
      )
      .filter(([, counts]) => Object.keys(counts).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

export function changeOf(
  product: ImportedProduct,
  stored: StoredProduct | undefined,
): ProductChange {
  const { code, brand, name } = product
  const change = { code, title: `${brand} ${name}`, isDraft: !isComplete(product) }
  if (!stored) return { ...change, kind: 'added', fields: [] }
  const after = textsOf(product, stored)
  const fields = importFields
    .map((field) => ({ field, before: stored.fields[field], after: after[field] }))
    .filter(({ before, after }) => before !== after)
  if (stored.isPublished && change.isDraft) return { ...change, kind: 'withdrawn', fields }
  const isSame = fields.length === 0 && stored.isPublished === isShown(product, stored)
  return { ...change, kind: isSame ? 'unchanged' : 'changed', fields }
}

/** The fields of a product as a file has them. A brand and a category keep the name that they have in the store. */
function textsOf(product: ImportedProduct, stored: StoredProduct): StoredProduct['fields'] {
  const sizes = sizesAfter(product, stored)
  const { code, name, colour, style, description, hsn, origin, madeIn, maker, makerAddress } =
    product
  const { netQuantity, careContact, words, gstBasisPoints } = product
  const isSameSubcategory = product.subcategoryIds.join() === stored.subcategoryIds.join()
  return {
    ...{ code, name, colour, style, description, hsn, origin, madeIn, maker, makerAddress },
    ...{ netQuantity, careContact, words },
    brand: product.brandId === stored.brandId ? stored.fields.brand : product.brand,
    category: product.categoryId === stored.categoryId ? stored.fields.category : product.category,
    subcategory: isSameSubcategory ? stored.fields.subcategory : product.subcategory,
    gender: genderName(product.genderIds),
    mrp: amountText(product.mrpPaise),
    price: amountText(product.pricePaise),
    ...detailTexts(product.details),
    gstPercent: gstBasisPoints === null ? '' : String(gstBasisPoints / 100),
    photos: product.photos.join('|'),
    sizes: sizes.join('|'),
    stock: stockText(sizes, stockAfter(product, stored)),
  }
}
