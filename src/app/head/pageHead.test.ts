import { describe, expect, test } from 'vitest'

import { pageAt } from '#contract/pages/paths.ts'
import { headOf } from './pageHead.ts'

const product = {
  _id: 'blue-kurta',
  productId: 'BLU-1',
  name: 'Blue kurta',
  brand: { _id: 'saanjh', name: 'Saanjh', is_try_and_buy_visible: true },
  category: { _id: 'kurtas', name: 'Kurtas' },
  subcategory: [{ _id: 'short-kurtas', name: 'Short kurtas' }],
  photos: ['/photos/blue.webp'],
  mrp: 1599,
  discountedPrice: 799.5,
  stock: { M: 2 },
  description: 'A kurta.',
}
const categories = [
  {
    _id: 'kurtas',
    name: 'Kurtas',
    gender: [{ name: 'MEN' }],
    subcategories: [{ _id: 'short-kurtas', name: 'Short kurtas' }],
  },
]

function headAt(address: string, results: Record<string, unknown>) {
  const url = new URL(address, 'https://pehno.example')
  const responseOf = (name: string) => (name in results ? { result: results[name] } : undefined)
  return headOf({ url, page: pageAt(url)?.page, responseOf: responseOf })
}

const ofType = (structured: object[], type: string) =>
  structured.find((data) => '@type' in data && data['@type'] === type)

describe('the metadata of a document', () => {
  test('a product has an offer, an image and breadcrumbs [seo.1]', () => {
    const head = headAt('/products/blue-kurta', {
      readProduct: product,
      readCategories: { data: categories },
    })

    expect(head.title).toBe('Blue kurta by Saanjh, ₹799.50 | Pehno')
    expect(head.image).toMatch(/^\/photos\/share\/blue-kurta\.jpg\?v=\w+$/)
    expect(ofType(head.structured, 'Product')).toMatchObject({
      sku: 'BLU-1',
      offers: {
        price: '799.50',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        url: 'https://pehno.example/products/blue-kurta',
      },
    })
    expect(ofType(head.structured, 'BreadcrumbList')).toMatchObject({
      itemListElement: [
        { name: 'Home', item: 'https://pehno.example/' },
        { name: 'Men' },
        { name: 'Kurtas', item: 'https://pehno.example/collections?category=kurtas' },
        { name: 'Short kurtas' },
        { name: 'Blue kurta' },
      ],
    })
  })

  test('a product without stock is offered as out of stock [seo.1]', () => {
    const { structured } = headAt('/products/blue-kurta', {
      readProduct: { ...product, stock: {} },
    })

    expect(ofType(structured, 'Product')).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock' },
    })
  })

  test('a list has one canonical URL, however it is filtered and sorted [seo.1]', () => {
    const head = headAt('/collections?category=kurtas&sort=asc&size=M', {
      readCategories: { data: categories },
      readProducts: { data: [product], total: 1, nextCursor: null },
    })

    expect(head.canonical).toBe('/collections?category=kurtas')
    expect(head.title).toBe('Kurtas | Pehno')
    expect(head.preload).toEqual([{ href: '/photos/blue.webp' }])
  })

  test('a brand’s page says what it makes [list.1] [seo.1]', () => {
    const kind = (name: string) => ({ _id: name, name, gender: [], count: 1 })
    const names = ['Kurtis', 'Skirts', 'Kurtis', 'Bags', 'Tops']
    const brandPage = {
      ...{ _id: 'saanjh', name: 'Saanjh', photo: '', gender: [] },
      description: 'Printed by hand in Jaipur.',
      categories: names.map(kind),
    }
    const products = { data: [product], total: 40, nextCursor: null }

    const head = headAt('/collections?brands=saanjh&size=M&sort=asc', {
      readBrandPage: brandPage,
      readProducts: products,
    })

    expect(head.title).toBe('Saanjh: kurtis, skirts and bags | Pehno')
    expect(head.description).toBe('Printed by hand in Jaipur. At your door in 60 mins.')
    expect(head.canonical).toBe('/collections?brands=saanjh')
    const imported = { ...brandPage, description: undefined, categories: [] }
    const plain = headAt('/collections?brands=saanjh', {
      readBrandPage: imported,
      readProducts: products,
    })
    expect(plain.title).toBe('Saanjh | Pehno')
    expect(plain.description).toMatch(/^Saanjh: 40 items/)
  })

  test('search results are not indexed [seo.1]', () => {
    expect(headAt('/search?q=kurta', {}).isIndexed).toBe(false)
    expect(headAt('/collections', {}).isIndexed).toBe(true)
  })

  test('home preloads the first image in the matching format [home.1] [seo.1]', () => {
    const slider = {
      sliderType: 'Top Slider',
      gender: { name: 'MEN' },
      link: '/',
      title: 'Baraat',
    }
    const sliders = [
      { ...slider, isFor: 'desktop', photo: '/wide.svg' },
      { ...slider, isFor: 'mobile', photo: '/tall.svg' },
    ]

    const head = headAt('/?gender=men', { readSliders: sliders })

    expect(head.canonical).toBe('/?gender=men')
    expect(head.preload.map(({ href }) => href)).toEqual(['/tall.svg', '/wide.svg'])
  })

  test('an unknown page says so [shell.2]', () => {
    expect(headAt('/nowhere', {})).toMatchObject({
      title: 'Page not found | Pehno',
      isIndexed: false,
    })
  })
})
