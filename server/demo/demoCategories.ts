import { coverOf } from './coverOf.ts'
import type { DemoCategory, DemoProduct, DemoSizeChart, DemoSubcategory } from './demoTypes.ts'
import { departments } from './departments.ts'
import { tintOf } from './garmentSpec.ts'
import { photoPath } from './photoPath.ts'
import { picturePath } from './picturePath.ts'
import type { Range } from './range.ts'

/** A subcategory shows its first product. */
function subcategoryOf({ id, name }: Range, products: DemoProduct[]): DemoSubcategory {
  const first = products.find((product) => product.subcategoryIds[0] === id)
  return {
    id,
    name,
    slug: id,
    title: name,
    photo: first?.photos[0]?.path ?? '',
    tint: first?.tint ?? 0,
  }
}

/** The category tree, in the order of the menus. */
export function demoCategories(products: DemoProduct[]): DemoCategory[] {
  return departments.map(({ id, name, title, gender, ranges }) => {
    const cover = coverOf(id)
    return {
      id,
      name,
      slug: id,
      title,
      gender,
      photo: photoPath(cover),
      tint: tintOf(cover.seed),
      subcategories: ranges.map((range) => subcategoryOf(range, products)),
    }
  })
}

/** Charts of brands that cut differently, and of what is sold by another measure. */
const special: Omit<DemoSizeChart, 'id'>[] = [
  {
    brandId: null,
    categoryId: 'women-layers',
    subcategoryId: 'women-hoodies',
    images: [picturePath('chart-men-tops'), picturePath('chart-women-tops')],
  },
  {
    brandId: 'ektara',
    categoryId: 'men-kurtas',
    subcategoryId: null,
    images: [picturePath('chart-men-kurtas'), picturePath('chart-men-tops')],
  },
]

/** One chart for each category whose sizes can be measured, and the special ones. */
export function demoSizeCharts(): DemoSizeChart[] {
  const usual = departments.flatMap(({ id, chart }) =>
    chart
      ? [
          {
            brandId: null,
            categoryId: id,
            subcategoryId: null,
            images: [picturePath(`chart-${chart}`)],
          },
        ]
      : [],
  )
  return [...usual, ...special].map((chart) => ({
    id: ['chart', chart.brandId, chart.subcategoryId ?? chart.categoryId].filter(Boolean).join('-'),
    ...chart,
  }))
}
