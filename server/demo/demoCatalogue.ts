import { categoryPath } from '#contract/paths.ts'
import { coverOf } from './coverOf.ts'
import { demoAgents } from './demoAgents.ts'
import { demoCategories, demoSizeCharts } from './demoCategories.ts'
import { demoCoupons, demoOffers } from './demoOffers.ts'
import { demoProducts } from './demoProducts.ts'
import { demoSliders } from './demoSliders.ts'
import { demoStore } from './demoStore.ts'
import { demoShippingCharges, demoTerms } from './demoTerms.ts'
import type { DemoBrand, DemoCatalogue, DemoGender, DemoGridCategory } from './demoTypes.ts'
import { demoWarehouses } from './demoWarehouses.ts'
import { departments } from './departments.ts'
import { tintOf } from './garmentSpec.ts'
import { houses } from './houses.ts'
import { photoPath } from './photoPath.ts'
import { picturePath } from './picturePath.ts'

/** Women first: it is the store's default. */
const genders: DemoGender[] = [
  {
    id: 'women',
    name: 'WOMEN',
    photo: photoPath({
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
    photo: photoPath({
      type: 'kurta',
      pattern: 'solid',
      base: '#23584b',
      accent: '#f0d7a0',
      seed: 3,
      view: 'bust',
    }),
  },
]

const brands = (): DemoBrand[] =>
  houses.map(({ id, name, genders: forWhom, isPremium, hasTryAndBuy }) => ({
    id,
    name,
    genders: forWhom,
    photo: picturePath(`brand-${id}`),
    isPremium,
    hasTryAndBuy,
  }))

/** The eight categories of each gender's home page, in their order there. */
const homeGrid = [
  'women-kurtis women-dresses women-sarees women-anarkalis',
  'women-lehengas women-tops women-footwear women-bags',
  'men-kurtas men-shirts men-jeans men-t-shirts',
  'men-nehru-jackets men-sherwanis men-sneakers men-layers',
].flatMap((row) => row.split(' '))

function gridCategories(): DemoGridCategory[] {
  return homeGrid.flatMap((id) => {
    const department = departments.find((one) => one.id === id)
    if (!department) return []
    const cover = coverOf(id)
    const { name, gender } = department
    const photo = photoPath(cover)
    return [
      { id: `grid-${id}`, name, gender, photo, tint: tintOf(cover.seed), link: categoryPath(id) },
    ]
  })
}

/** The whole demo store as plain data: the same on every machine and every time. */
export function demoCatalogue(): DemoCatalogue {
  const products = demoProducts()
  return {
    store: demoStore,
    genders,
    brands: brands(),
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
