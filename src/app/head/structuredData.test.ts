import { describe, expect, test } from 'vitest'

import type { ProductDetails } from '#contract/catalogue/product.ts'
import type { ReviewsResponse } from '#contract/catalogue/review.ts'
import { productData } from './structuredData.ts'

const product = {
  _id: 'blue-kurta',
  productId: 'BLU-1',
  name: 'Blue kurta',
  brand: { _id: 'saanjh', name: 'Saanjh' },
  category: { _id: 'kurtas', name: 'Kurtas' },
  photos: ['/photos/blue.svg', '/photos/blue.webp'],
  discountedPrice: 799.5,
  stock: { M: 2 },
  description: 'A kurta.',
} as unknown as ProductDetails

const reviews = {
  data: [
    { stars: 5, words: 'Soft.', size: 'M', firstName: 'Asha', at: '2026-11-02T10:00:00.000Z' },
    { stars: 4, words: '', size: 'L', firstName: 'Ravi', at: '2026-11-01T10:00:00.000Z' },
  ],
  average: 4.5,
  count: 2,
} as unknown as ReviewsResponse['result']

const origin = 'https://pehno.example'
const alone = { origin, store: undefined, reviews: undefined, charges: undefined }

describe('the structured data of a product', () => {
  test('has images in supported formats [seo.1] [product.5]', () => {
    const { image } = productData(product, alone) as { image: string[] }

    expect(image[0]).toMatch(/^https:\/\/pehno\.example\/photos\/share\/blue-kurta\.jpg\?v=\w+$/)
    expect(image.slice(1)).toEqual(['https://pehno.example/photos/blue.webp'])
  })

  test('has shipping and return policy in the offer [seo.1]', () => {
    const charges = [
      { shippingType: 'Try and Buy', chargeAmount: 49 },
      { shippingType: 'Standard', chargeAmount: 0 },
    ] as never

    expect(productData(product, { ...alone, charges })).toMatchObject({
      offers: {
        seller: { name: 'Pehno' },
        hasMerchantReturnPolicy: { merchantReturnDays: 1, applicableCountry: 'IN' },
        shippingDetails: { shippingRate: { value: '0.00', currency: 'INR' } },
      },
    })
  })

  test('has the rating with its count, and reviews with text [product.8]', () => {
    expect(productData(product, { ...alone, reviews })).toMatchObject({
      aggregateRating: { ratingValue: '4.5', reviewCount: 2 },
      review: [{ reviewBody: 'Soft.', author: { name: 'Asha' }, datePublished: '2026-11-02' }],
    })
  })

  test('has no rating without reviews [product.8] [seo.1]', () => {
    const nobody = { ...reviews, data: [], average: null, count: 0 }

    expect(productData(product, { ...alone, reviews: nobody })).not.toHaveProperty(
      'aggregateRating',
    )
    expect(productData(product, alone)).not.toHaveProperty('review')
  })
})
