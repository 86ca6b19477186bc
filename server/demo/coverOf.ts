import type { PhotoSpec } from './demoTypes.ts'
import type { Pattern } from './garmentSpec.ts'
import type { GarmentType } from './garments.ts'

type Row = [
  id: string,
  type: GarmentType,
  pattern: Pattern,
  base: string,
  accent: string,
  seed: number,
]

const rows: Row[] = [
  ['women-kurtis', 'kurti', 'block', '#f3e9d8', '#1f6f5c', 8],
  ['women-sarees', 'saree', 'leheriya', '#e7a93b', '#9c2a4f', 2],
  ['women-lehengas', 'lehenga', 'bandhani', '#2c3e73', '#e5a93c', 1],
  ['women-anarkalis', 'anarkali', 'floral', '#23584b', '#f0c97b', 6],
  ['women-salwar-sets', 'salwar', 'buti', '#c5527a', '#f1d3a0', 4],
  ['women-dresses', 'dress', 'polka', '#b8405e', '#f5d9a8', 4],
  ['women-tops', 'top', 'stripes', '#fbf8f2', '#2e6f8e', 3],
  ['women-skirts', 'skirt', 'solid', '#7fbfa6', '#204b57', 9],
  ['women-jeans-trousers', 'jeans', 'denim', '#3f6490', '#d9a15b', 3],
  ['women-layers', 'jacket', 'denim', '#4b6c94', '#e0b06b', 5],
  ['women-footwear', 'juttis', 'solid', '#a83255', '#e9be62', 5],
  ['women-bags', 'handbag', 'solid', '#8a4b2f', '#e4c59a', 3],
  ['men-kurtas', 'kurta', 'solid', '#2b4c7e', '#e9d5a6', 3],
  ['men-sherwanis', 'sherwani', 'buti', '#efe3cb', '#8e2f3c', 5],
  ['men-nehru-jackets', 'nehru', 'solid', '#7a2e3b', '#e2b766', 4],
  ['men-mojaris', 'juttis', 'solid', '#8a4b2f', '#e4c59a', 2],
  ['men-shirts', 'shirt', 'stripes', '#faf8f3', '#3c6e9e', 7],
  ['men-t-shirts', 'tshirt', 'solid', '#e8b84b', '#23302b', 3],
  ['men-polos', 'polo', 'solid', '#23584b', '#f2c65a', 1],
  ['men-jeans', 'jeans', 'denim', '#3f6490', '#d9a15b', 3],
  ['men-trousers', 'trousers', 'solid', '#c9b79a', '#4a3a2a', 0],
  ['men-layers', 'jacket', 'denim', '#4b6c94', '#e0b06b', 6],
  ['men-sneakers', 'sneakers', 'solid', '#f3f1ec', '#2c9d78', 1],
]

const covers = new Map<string, PhotoSpec>(
  rows.map(([id, type, pattern, base, accent, seed]) => [
    id,
    { type, pattern, base, accent, seed, view: 'front' },
  ]),
)

/** The picture of a category. */
export function coverOf(categoryId: string): PhotoSpec {
  const cover = covers.get(categoryId)
  if (!cover) throw new Error(`The category ${categoryId} has no picture`)
  return cover
}
