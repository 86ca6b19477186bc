import type { Entry } from './callEntry.ts'
import {
  at,
  brand,
  category,
  coupon,
  fields,
  place,
  product,
  slider,
  subcategory,
  terms,
  user,
} from './entityFields.ts'
import { aCoupon, aPhone, indore } from '#tests/support/shopper/givens.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { aCode, aReview, productAt } from '#tests/support/api/seededShop.ts'

const gender = () => ({ gender: 'women' })

/**
 * Every public call of the store with its method, path and payload as in the specification and the
 * API reference, and the fields that its response must contain.
 */
export const publicCalls: Record<string, Entry> = {
  'GET /warehouse/check-delivery': {
    query: () => indore,
    carries: [
      'success',
      'status',
      ...at('data.result', ['deliveryTime', 'unit', 'tryAndBuy', 'city']),
    ],
  },
  'GET /products/get-filters': {
    carries: at('result', ['size[]', 'brands[]._id', 'brands[].name', 'min_price', 'max_price']),
  },
  'GET /gender/list': { carries: at('result.data[]', ['_id', 'name', 'photo']) },
  'GET /home-offers': { carries: at('result[]', ['_id', 'name', 'photo', 'link']) },
  'GET /tryBuyTerms': { carries: terms },
  'GET /tryBuyTerms/standardTerms': { carries: terms },
  'GET /shipping-charge/get-shipping-charge': {
    carries: ['success', 'result[].shippingType', 'result[].chargeAmount'],
  },
  'GET /sliders/viewAllSliders': { carries: at('result[]', slider) },
  'GET /homeGridCategories': { carries: at('result[]', fields('_id name photo gender link')) },
  'GET /products/list': {
    query: ({ product: { name, brand, category, subcategory } }) => ({
      search: name,
      sortBy: 'discountedPrice',
      sortOrder: 'asc',
      size: 'M,L',
      brand,
      priceMin: '0',
      priceMax: '99999',
      category,
      subcategory,
    }),
    carries: [...at('result.data[]', product), 'result.total', 'result.nextCursor'],
  },
  'GET /products/{id}': {
    at: productAt,
    carries: at('result', [
      ...product,
      'description',
      'details',
      ...at('declarations', fields('maker makerAddress countryOfOrigin netQuantity careContact')),
    ]),
  },
  'GET /products/pair-it-with/{id}': { at: productAt, carries: at('result.data[]', product) },
  'GET /products/elastic-search': {
    query: ({ product: { name } }) => ({ search: name }),
    carries: at('result.data[]', product),
  },
  'GET /categories/list': { query: gender, carries: at('result.data[]', category) },
  'GET /categories/getRandomSubCategories': {
    query: gender,
    carries: at('result.data[]', subcategory),
  },
  'GET /coupons': {
    at: async ({ db }) => {
      await aCoupon(db)
      return {}
    },
    carries: at('result.data[]', coupon),
  },
  'GET /trending-searches': { carries: ['result.data'] },
  'GET /brands': { query: gender, carries: at('result.data[]', brand) },
  'GET /brands/getPremiumBrands': { query: gender, carries: at('result.data[]', brand) },
  'GET /brands/{brandId}/page': {
    at: ({ product }) => ({ brandId: product.brand }),
    carries: [...at('result', brand), ...at('result.categories[]', fields('_id name count'))],
  },
  'GET /size-chart/{brandId}/{categoryId}/{subcategoryId}': {
    at: ({ product: { brand: brandId, category: categoryId, subcategory: subcategoryId } }) => ({
      brandId,
      categoryId,
      subcategoryId,
    }),
    carries: ['result[].sizeChartImages[]'],
  },
  'GET /places/search': {
    query: () => ({ q: 'Vijay Nagar' }),
    carries: at('result.data[]', ['_id', 'text', 'secondary']),
  },
  'GET /places/reverse': {
    query: () => ({ lat: indore.latitude, lng: indore.longitude }),
    carries: at('result', place),
  },
  'GET /places/around': {
    query: () => ({ lat: indore.latitude, lng: indore.longitude, km: '2' }),
    carries: at('result.data[]', ['name', 'postalCode', 'latitude', 'longitude']),
  },
  'GET /places/{id}': {
    at: async ({ api }) => {
      const { result } = (await (await api.request('/api/places/search?q=Indore')).json()) as {
        result: { data: { _id: string }[] }
      }
      return { id: result.data[0]?._id ?? '' }
    },
    carries: at('result', place),
  },
  'GET /products/{id}/reviews': {
    at: async (shop) => {
      await aReview(shop)
      return productAt(shop)
    },
    carries: [
      ...at('result.data[]', fields('stars words fit size firstName at photos')),
      ...at('result', fields('average count fit.small fit.true fit.large nextCursor')),
    ],
  },
  'GET /store': {
    carries: at('result', [
      ...fields('name tagline contacts.address contacts.email contacts.phone legalEntity.name'),
      ...fields('grievanceOfficer.name grievanceOfficer.email grievanceOfficer.phone'),
      ...fields('socialLinks.facebook socialLinks.instagram socialLinks.threads maps payments'),
    ]),
  },
  'GET /push/key': { carries: ['result.publicKey'] },
  'POST /complaints': {
    payload: () => ({ name: 'Asha', contactNumber: '9826041375', text: 'The button is missing' }),
    carries: ['success', 'result.ticket'],
  },
  'POST /vitals': {
    payload: () => ({ page: 'home', metrics: [{ name: 'LCP', value: 900 }] }),
    carries: [],
  },
  'POST /user/login': {
    payload: () => ({ contactNumber: aPhone() }),
    carries: ['success', 'result.isNewUser', 'result.resendAfterSeconds'],
  },
  'POST /user/verify-otp': {
    payload: (shop) => aCode(shop),
    carries: ['success', 'result.token', ...at('result.user', user)],
  },
  'POST /user/signup': {
    payload: async (shop) => {
      const contactNumber = aPhone()
      const proof = await aCode(shop, contactNumber)
      const response = await shop.api.request('/api/user/verify-otp', jsonRequest('POST', proof))
      const { result } = (await response.json()) as { result: { signupToken: string } }
      const { signupToken } = result
      const about = { firstName: 'Meera', gender: 'female', dateOfBirth: '1996-03-14' }
      return { ...about, contactNumber, signupToken }
    },
    carries: ['success', 'message', 'result.token', ...at('result.user', user)],
  },
}
