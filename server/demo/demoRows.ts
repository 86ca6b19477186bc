import type { DemoBrand, DemoCategory, DemoProduct } from './demoTypes.ts'

/** The first product is the newest: a minute lies between each and the next. */
const newestAt = Date.UTC(2026, 10, 18, 6, 30)
const minuteMs = 60_000

type Beside = { brands: DemoBrand[]; categories: DemoCategory[]; index: number }

/** A demo product as its table holds it. */
export function productRow(product: DemoProduct, { brands, categories, index }: Beside) {
  const { id, brandId, categoryId, declarations } = product
  const brand = brands.find((one) => one.id === brandId)
  const category = categories.find((one) => one.id === categoryId)
  const subcategories = category?.subcategories.filter((one) =>
    product.subcategoryIds.includes(one.id),
  )
  const names = [brand?.name, category?.name, ...(subcategories ?? []).map((one) => one.name)]
  return {
    id,
    code: product.code,
    name: product.name,
    brandId,
    categoryId,
    subcategoryIds: product.subcategoryIds,
    genderIds: product.genders.map((gender) => gender.toLowerCase()),
    mrpPaise: product.mrpPaise,
    pricePaise: product.pricePaise,
    photos: product.photos.map(({ path }) => path),
    tint: product.tint,
    colour: product.colour,
    description: product.description,
    details: product.details,
    hsn: product.hsn,
    gstBasisPoints: product.gstPercent === null ? null : product.gstPercent * 100,
    origin: declarations.countryOfOrigin,
    madeIn: declarations.monthOfMake,
    maker: declarations.maker,
    makerAddress: declarations.makerAddress,
    netQuantity: declarations.netQuantity,
    careContact: declarations.careContact,
    isPublished: true,
    searchWords: [...names, product.colour, ...product.searchWords].join(' '),
    createdAt: new Date(newestAt - index * minuteMs),
  }
}

export function sizeRows({ id: productId, sizes, stock }: DemoProduct) {
  return sizes.map((size, position) => ({ productId, size, position, onHand: stock[size] ?? 0 }))
}
