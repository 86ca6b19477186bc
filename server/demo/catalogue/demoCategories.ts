import { categories, type CategoryData, type SubcategoryData } from './data.ts'
import type {
  DemoCategory,
  DemoProduct,
  DemoSizeChart,
  DemoSubcategory,
  PhotoSpec,
} from './demoTypes.ts'
import { backdropOf } from '#server/demo/artwork/imageSpec.ts'
import { productPhotoPath, imagePath } from '#server/demo/artwork/imagePath.ts'

/** The photo of a category. */
export const coverOf = ({ cover: { garment, ...cover } }: CategoryData): PhotoSpec => ({
  ...cover,
  type: garment,
  view: 'front',
})

/** A subcategory shows its first product. */
function subcategoryOf({ id, name }: SubcategoryData, products: DemoProduct[]): DemoSubcategory {
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
  return categories.map((category) => {
    const { id, name, title, gender, subcategories } = category
    const cover = coverOf(category)
    return {
      id,
      name,
      slug: id,
      title,
      gender,
      photo: productPhotoPath(cover),
      tint: backdropOf(cover.seed),
      subcategories: subcategories.map((subcategory) => subcategoryOf(subcategory, products)),
    }
  })
}

/** Charts of brands and subcategories that differ from their category. */
const chartOverrides: Omit<DemoSizeChart, 'id'>[] = [
  {
    brandId: null,
    categoryId: 'women-layers',
    subcategoryId: 'women-hoodies',
    images: [imagePath('chart-men-tops'), imagePath('chart-women-tops')],
  },
  {
    brandId: 'ektara',
    categoryId: 'men-kurtas',
    subcategoryId: null,
    images: [imagePath('chart-men-kurtas'), imagePath('chart-men-tops')],
  },
]

/** One chart for each category whose sizes can be measured, and the special ones. */
export function demoSizeCharts(): DemoSizeChart[] {
  const categoryCharts = categories.flatMap(({ id, sizeChart }) =>
    sizeChart
      ? [
          {
            brandId: null,
            categoryId: id,
            subcategoryId: null,
            images: [imagePath(`chart-${sizeChart}`)],
          },
        ]
      : [],
  )
  return [...categoryCharts, ...chartOverrides].map((chart) => ({
    id: ['chart', chart.brandId, chart.subcategoryId ?? chart.categoryId].filter(Boolean).join('-'),
    ...chart,
  }))
}
