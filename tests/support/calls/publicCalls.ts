import type { Entry } from './callEntry.ts'
import {
  brand,
  category,
  coupon,
  fields,
  fieldsAt,
  place,
  product,
  slider,
  subcategory,
  terms,
  user,
} from './entityFields.ts'
import { aCoupon, aPhone, indore } from '#tests/support/shopper/givens.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { anOtp, aReview, productAt } from '#tests/support/api/seededShop.ts'

const gender = () => ({ gender: 'women' })

const pushSubscription = {
  endpoint: 'https://push.example/one',
  keys: { p256dh: 'BFx_', auth: 'c2-' },
}

/**
 * Every public call of the store with its method, path and payload as in the specification and the
 * API reference, and the fields that its response must contain.
 */
export const publicCalls: Record<string, Entry> = {
  'GET /warehouse/check-delivery': {
    query: () => indore,
    responseFields: [
      'success',
      'status',
      ...fieldsAt('data.result', ['deliveryTime', 'unit', 'tryAndBuy', 'city']),
    ],
  },
  'GET /products/get-filters': {
    responseFields: fieldsAt('result', [
      'size[]',
      'brands[]._id',
      'brands[].name',
      'min_price',
      'max_price',
    ]),
  },
  'GET /gender/list': { responseFields: fieldsAt('result.data[]', ['_id', 'name', 'photo']) },
  'GET /home-offers': { responseFields: fieldsAt('result[]', ['_id', 'name', 'photo', 'link']) },
  'GET /tryBuyTerms': { responseFields: terms },
  'GET /tryBuyTerms/standardTerms': { responseFields: terms },
  'GET /shipping-charge/get-shipping-charge': {
    responseFields: ['success', 'result[].shippingType', 'result[].chargeAmount'],
  },
  'GET /sliders/viewAllSliders': { responseFields: fieldsAt('result[]', slider) },
  'GET /homeGridCategories': {
    responseFields: fieldsAt('result[]', fields('_id name photo gender link')),
  },
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
    responseFields: [...fieldsAt('result.data[]', product), 'result.total', 'result.nextCursor'],
  },
  'GET /products/{id}': {
    pathParams: productAt,
    responseFields: fieldsAt('result', [
      ...product,
      'description',
      'details',
      ...fieldsAt(
        'declarations',
        fields('maker makerAddress countryOfOrigin netQuantity careContact'),
      ),
    ]),
  },
  'GET /products/pair-it-with/{id}': {
    pathParams: productAt,
    responseFields: fieldsAt('result.data[]', product),
  },
  'GET /products/elastic-search': {
    query: ({ product: { name } }) => ({ search: name }),
    responseFields: fieldsAt('result.data[]', product),
  },
  'GET /categories/list': { query: gender, responseFields: fieldsAt('result.data[]', category) },
  'GET /categories/getRandomSubCategories': {
    query: gender,
    responseFields: fieldsAt('result.data[]', subcategory),
  },
  'GET /coupons': {
    pathParams: async ({ db }) => {
      await aCoupon(db)
      return {}
    },
    responseFields: fieldsAt('result.data[]', coupon),
  },
  'GET /trending-searches': { responseFields: ['result.data'] },
  'GET /brands': { query: gender, responseFields: fieldsAt('result.data[]', brand) },
  'GET /brands/getPremiumBrands': {
    query: gender,
    responseFields: fieldsAt('result.data[]', brand),
  },
  'GET /brands/{brandId}/page': {
    pathParams: ({ product }) => ({ brandId: product.brand }),
    responseFields: [
      ...fieldsAt('result', brand),
      ...fieldsAt('result.categories[]', fields('_id name count')),
    ],
  },
  'GET /size-chart/{brandId}/{categoryId}/{subcategoryId}': {
    pathParams: ({ product: { brand, category, subcategory } }) => ({
      brandId: brand,
      categoryId: category,
      subcategoryId: subcategory,
    }),
    responseFields: ['result[].sizeChartImages[]'],
  },
  'GET /places/search': {
    query: () => ({ q: 'Vijay Nagar' }),
    responseFields: fieldsAt('result.data[]', ['_id', 'text', 'secondary']),
  },
  'GET /places/reverse': {
    query: () => ({ lat: indore.latitude, lng: indore.longitude }),
    responseFields: fieldsAt('result', place),
  },
  'GET /places/around': {
    query: () => ({ lat: indore.latitude, lng: indore.longitude, km: '2' }),
    responseFields: fieldsAt('result.data[]', ['name', 'postalCode', 'latitude', 'longitude']),
  },
  'GET /places/{id}': {
    pathParams: async ({ api }) => {
      const { result } = (await (await api.request('/api/places/search?q=Indore')).json()) as {
        result: { data: { _id: string }[] }
      }
      return { id: result.data[0]?._id ?? '' }
    },
    responseFields: fieldsAt('result', place),
  },
  'GET /products/{id}/reviews': {
    pathParams: async (shop) => {
      await aReview(shop)
      return productAt(shop)
    },
    responseFields: [
      ...fieldsAt('result.data[]', fields('stars words fit size firstName at photos')),
      ...fieldsAt('result', fields('average count fit.small fit.true fit.large nextCursor')),
    ],
  },
  'GET /store': {
    responseFields: fieldsAt('result', [
      ...fields('name tagline contacts.address contacts.email contacts.phone legalEntity.name'),
      ...fields('grievanceOfficer.name grievanceOfficer.email grievanceOfficer.phone'),
      ...fields('socialLinks.facebook socialLinks.instagram socialLinks.threads maps payments'),
    ]),
  },
  'GET /push/key': { responseFields: ['result.publicKey'] },
  'POST /push/renew': {
    payload: () => ({ previous: pushSubscription, subscription: pushSubscription }),
    responseFields: ['success'],
  },
  'POST /complaints': {
    payload: () => ({ name: 'Asha', contactNumber: '9826041375', text: 'The button is missing' }),
    responseFields: ['success', 'result.ticket'],
  },
  'POST /vitals': {
    payload: () => ({ page: 'home', metrics: [{ name: 'LCP', value: 900 }] }),
    responseFields: [],
  },
  'POST /user/login': {
    payload: () => ({ contactNumber: aPhone() }),
    responseFields: ['success', 'result.isNewUser', 'result.resendAfterSeconds'],
  },
  'POST /user/verify-otp': {
    payload: (shop) => anOtp(shop),
    responseFields: ['success', 'result.token', ...fieldsAt('result.user', user)],
  },
  'POST /user/signup': {
    payload: async (shop) => {
      const contactNumber = aPhone()
      const proof = await anOtp(shop, contactNumber)
      const response = await shop.api.request('/api/user/verify-otp', jsonRequest('POST', proof))
      const { result } = (await response.json()) as { result: { signupToken: string } }
      const { signupToken } = result
      const about = { firstName: 'Meera', gender: 'female', dateOfBirth: '1996-03-14' }
      return { ...about, contactNumber, signupToken }
    },
    responseFields: ['success', 'message', 'result.token', ...fieldsAt('result.user', user)],
  },
}
