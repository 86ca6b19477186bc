import * as v from 'valibot'

/** What a product can be filled with from a file. */
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
 * How a merchant's file is read: which of its columns fills what, what stands in for an empty one,
 * and how several values in one column are separated. A field without a column has its own name.
 */
export const ImportMapping = v.object({
  columns: v.optional(v.record(field, name), {}),
  defaults: v.optional(v.record(field, v.string()), {}),
  separator: v.optional(name, '|'),
})
export type ImportMapping = v.InferOutput<typeof ImportMapping>

/** One row by our own names, its defaults filled in; what is not there is empty. */
export function mapped(record: Record<string, string>, mapping: ImportMapping) {
  const { columns, defaults } = mapping
  const value = (of: ImportField) => record[columns[of] ?? of]?.trim() || defaults[of]?.trim() || ''
  return Object.fromEntries(importFields.map((of) => [of, value(of)])) as Record<
    ImportField,
    string
  >
}
