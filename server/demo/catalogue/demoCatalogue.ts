import { categoryPath } from '#contract/paths.ts'
import { brands, categories } from './data.ts'
import {
  demoAgents,
  demoShippingCharges,
  demoStore,
  demoTerms,
  demoWarehouses,
} from './demoStore.ts'
import { coverOf, demoCategories, demoSizeCharts } from './demoCategories.ts'
import { demoCoupons, demoOffers, demoSliders } from './demoHome.ts'
import { demoProducts } from './demoProducts.ts'
import type { DemoBrand, DemoCatalogue, DemoGender, DemoGridCategory } from './demoTypes.ts'
import { backdropOf } from '#server/demo/artwork/imageSpec.ts'
import { productPhotoPath, imagePath } from '#server/demo/artwork/imagePath.ts'

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
  brands.map(({ id, name, genders: forWhom, isPremium, hasTryAndBuy }) => ({
    id,
    name,
    genders: forWhom,
    photo: imagePath(`brand-${id}`),
    isPremium,
    hasTryAndBuy,
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
    const category = categories.find((one) => one.id === id)
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
