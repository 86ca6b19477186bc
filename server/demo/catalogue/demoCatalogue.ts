import { categoryPath } from '#contract/paths.ts'
import { backdropOf, imagePath, productPhotoPath } from '#server/demo/imagePath.ts'
import { brands, categories, type CategoryData, type SubcategoryData } from './data.ts'
import {
  demoAgents,
  demoShippingCharges,
  demoStore,
  demoTerms,
  demoWarehouses,
} from './demoStore.ts'
import { demoCoupons, demoOffers, demoSliders } from './demoHome.ts'
import { demoProducts } from './demoProducts.ts'
import type {
  DemoBrand,
  DemoCatalogue,
  DemoCategory,
  DemoGender,
  DemoGridCategory,
  DemoProduct,
  DemoSizeChart,
  DemoSubcategory,
  PhotoSpec,
} from './demoTypes.ts'

/** Women comes first, as the store's default. */
const genders: DemoGender[] = [
  {
    id: 'women',
    name: 'WOMEN',
    photo: productPhotoPath({
      type: 'kurti',
      pattern: 'buti',
      base: '#c4375f',
      accent: '#f0c36b',
      seed: 2,
      view: 'bust',
    }),
  },
  {
    id: 'men',
    name: 'MEN',
    photo: productPhotoPath({
      type: 'kurta',
      pattern: 'solid',
      base: '#23584b',
      accent: '#f0d7a0',
      seed: 3,
      view: 'bust',
    }),
  },
]

const demoBrands = (): DemoBrand[] =>
  brands.map(({ id, name, genders: brandGenders, isPremium, hasTryAndBuy, description }) => ({
    id,
    name,
    genders: brandGenders,
    photo: imagePath(`brand-${id}`),
    isPremium,
    hasTryAndBuy,
    description,
  }))

/** The eight categories on each gender's home page, in order. */
const homeGrid = [
  'women-kurtis women-dresses women-sarees women-anarkalis',
  'women-lehengas women-tops women-footwear women-bags',
  'men-kurtas men-shirts men-jeans men-t-shirts',
  'men-nehru-jackets men-sherwanis men-sneakers men-layers',
].flatMap((row) => row.split(' '))

function gridCategories(): DemoGridCategory[] {
  return homeGrid.flatMap((id) => {
    const category = categories.find((candidate) => candidate.id === id)
    if (!category) return []
    const { name, gender } = category
    const cover = coverOf(category)
    const photo = productPhotoPath(cover)
    return [
      {
        id: `grid-${id}`,
        name,
        gender,
        photo,
        tint: backdropOf(cover.seed),
        link: categoryPath(id),
      },
    ]
  })
}

/** The whole demo store as plain data, the same on every machine. */
export function demoCatalogue(): DemoCatalogue {
  const products = demoProducts()
  return {
    store: demoStore,
    genders,
    brands: demoBrands(),
    categories: demoCategories(products),
    products,
    sliders: demoSliders(),
    gridCategories: gridCategories(),
    offers: demoOffers,
    coupons: demoCoupons,
    sizeCharts: demoSizeCharts(),
    terms: demoTerms,
    shippingCharges: demoShippingCharges,
    warehouses: demoWarehouses,
    agents: demoAgents,
  }
}

/** The photo of a category. */
const coverOf = ({ cover: { garment, ...cover } }: CategoryData): PhotoSpec => ({
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
function demoCategories(products: DemoProduct[]): DemoCategory[] {
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
function demoSizeCharts(): DemoSizeChart[] {
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
