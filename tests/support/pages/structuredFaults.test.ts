import { expect, test } from 'vitest'

import { structuredFaults, structuredIn } from './structuredFaults.ts'

const origin = 'https://pehno.example'
const offer = {
  '@type': 'Offer',
  price: '799.50',
  priceCurrency: 'INR',
  availability: 'https://schema.org/InStock',
  itemCondition: 'https://schema.org/NewCondition',
  url: `${origin}/products/blue-kurta`,
  seller: { '@type': 'Organization', name: 'Pehno' },
}
const product = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Blue kurta',
  description: 'A kurta.',
  sku: 'BLU-1',
  image: [`${origin}/photos/share/blue-kurta.jpg?v=1`],
  brand: { '@type': 'Brand', name: 'Saanjh' },
  offers: offer,
}

test('a complete product has no faults [seo.1]', () => {
  expect(structuredFaults(product)).toEqual([])
})

test.each([
  [
    'a price in words',
    { offers: { ...offer, price: '₹799.50' } },
    'Product.offers.price is ₹799.50',
  ],
  ['no currency', { offers: { ...offer, priceCurrency: '' } }, 'priceCurrency is missing'],
  ['a drawing', { image: [`${origin}/a.svg`] }, `Product.image is ${origin}/a.svg`],
  ['no image', { image: [] }, 'Product.image is missing'],
  [
    'a path',
    { offers: { ...offer, url: '/products/blue-kurta' } },
    'Product.offers.url is /products',
  ],
  ['an unknown type', { brand: { '@type': 'Label' } }, 'Label is no type'],
  ['another context', { '@context': 'http://example.org' }, '@context is not schema.org'],
])('%s is a fault [seo.1]', (_, changes, fault) => {
  expect(structuredFaults({ ...product, ...changes }).join()).toContain(fault)
})

test('breadcrumbs with a gap are a fault [seo.1]', () => {
  const way = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home' },
      { '@type': 'ListItem', position: 3, name: 'Kurtas' },
    ],
  }

  expect(structuredFaults(way)).toEqual([
    'BreadcrumbList: step 1 leads nowhere',
    'BreadcrumbList does not count at 2',
  ])
})

test('the data of a document is found in any number of blocks [seo.1]', () => {
  const html = '<script type="application/ld+json">{"a":1}</script>'

  expect(structuredIn(`<head>${html}${html}</head>`)).toEqual([{ a: 1 }, { a: 1 }])
})
