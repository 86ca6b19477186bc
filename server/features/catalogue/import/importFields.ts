import * as v from 'valibot'

/** The fields of a product that a file can fill. */
export const importFields = [
  'code',
  'name',
  'brand',
  'category',
  'subcategory',
  'gender',
  'colour',
  'style',
  'mrp',
  'price',
  'sizes',
  'stock',
  'description',
  'fabric',
  'fit',
  'measurements',
  'care',
  'pack',
  'madeBy',
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
export type ImportField = (typeof importFields)[number]
/** The fields of a product as a file has them. */
export type ImportFields = Record<ImportField, string>

/** The field with the stock of one warehouse, such as 'stock:indore'. `stock` is that of the only one. */
export type StockField = `stock:${string}`
export const stockFieldOf = (warehouseId: string): StockField => `stock:${warehouseId}`

const field = v.custom<ImportField | StockField>(
  (name) => /^stock:[a-z0-9-]+$/.test(`${name}`) || importFields.includes(name as ImportField),
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

/** Fields that a product cannot be sold without; all but the code may be left out for a product that the store has. */
export const requiredFields = ['code', 'name', 'brand', 'category', 'gender', 'price'] as const

/** Thrown if the column names do not fit, so that every row would be rejected. */
export class HeaderRejectedError extends Error {}

/**
 * Checks the column names of a file.
 *
 * @throws HeaderRejectedError if a column occurs twice, or the code is missing
 */
export function requireColumns(names: string[], { columns, defaults }: ImportMapping): void {
  const duplicate = names.find((column, at) => column !== '' && names.indexOf(column) < at)
  if (duplicate !== undefined)
    throw new HeaderRejectedError(`The file has the column "${duplicate}" twice`)
  const column = columns.code ?? 'code'
  if (names.includes(column) || defaults.code) return
  const firstLine = names.join(', ').slice(0, 200)
  throw new HeaderRejectedError(
    `The file has no column "${column}". Its first line is: ${firstLine}. --column code=NAME uses another column.`,
  )
}

/** The fields that are details of a product, by the names that shoppers see. */
export const detailFields = {
  fabric: 'Fabric',
  fit: 'Fit',
  measurements: 'Measurements',
  care: 'Wash care',
  pack: 'In the pack',
  madeBy: 'Made by',
} as const
export const detailNames: string[] = Object.values(detailFields)

type DetailTexts = Record<keyof typeof detailFields, string>

/** The texts of a product's details by field; empty for a detail that it does not have. */
export const detailTexts = (details: { name: string; value: string }[]): DetailTexts =>
  Object.fromEntries(
    Object.entries(detailFields).map(([field, name]) => [
      field,
      details.find((detail) => detail.name === name)?.value ?? '',
    ]),
  ) as DetailTexts

export const genders: Record<string, string[]> = {
  men: ['men'],
  man: ['men'],
  male: ['men'],
  women: ['women'],
  woman: ['women'],
  female: ['women'],
  unisex: ['women', 'men'],
}

/** The gender of a product as a file has it. */
export const genderName = (ids: string[]) =>
  ids.length > 1 ? 'Unisex' : ids[0] === 'men' ? 'Men' : 'Women'
