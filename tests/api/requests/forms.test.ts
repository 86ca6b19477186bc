import { describe, expect } from 'vitest'

import { addToCart } from '#tests/support/shopper/givens.ts'
import { requestInit } from '#tests/support/calls/callEntry.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import { aCart, aDelivery, type Shop, test } from '#tests/support/api/seededShop.ts'

type Form = {
  call: string
  as: string
  payload: (shop: Shop) => Promise<object> | object
  path?: (shop: Shop) => string
  /** The fields that the response must contain. */
  responses?: object
}

const homeAddress = { street: '12 Scheme 78', city: 'Indore', label: 'home' }
const wishlistItem = ({ me: { userId }, product }: Shop) => ({ userId, productId: product._id })
const lineForm = async (shop: Shop) => ({
  userId: shop.me.userId,
  itemId: (await aCart(shop)).lineId,
  productId: shop.product._id,
  purchaseType: 'Standard',
})
const proceedForm = async (shop: Shop) => {
  await aCart(shop)
  return { userId: shop.me.userId, addressId: shop.me.addressId }
}
const returnForm = async (shop: Shop, line: object) => {
  const { orderId, lineId: orderItemId } = await aDelivery(shop)
  const returnData = [{ orderItemId, returnReason: 'Other', ...line }]
  return { userId: shop.me.userId, orderId, returnData, action: 'returnProduct' }
}
const without = { result: { receiver: null, couponId: null } }

/** Payloads as forms send them: empty fields are missing, empty or null. */
const forms: Form[] = [
  ...['', null, undefined].map((size) => ({
    call: 'POST /wishlist/add',
    as: `size ${JSON.stringify(size)}`,
    payload: (shop: Shop) => ({ ...wishlistItem(shop), description: size, size }),
  })),
  {
    call: 'POST /wishlist/move-to-cart/{productId}',
    as: 'no description or price',
    path: ({ product }) => `/wishlist/move-to-cart/${product._id}`,
    payload: async (shop) => {
      await shop.api.request(
        '/api/wishlist/add',
        withToken(shop.me.token, 'POST', wishlistItem(shop)),
      )
      return { ...wishlistItem(shop), size: 'M', description: null, price: null }
    },
  },
  ...['', null, undefined].map((blank) => ({
    call: 'PUT /cart/update',
    as: `a line whose size and trial size are ${JSON.stringify(blank)}`,
    payload: async (shop: Shop) => ({
      ...(await lineForm(shop)),
      size: blank,
      trialSize: blank,
      addressId: blank,
    }),
    responses: { result: { products: [{ size: 'M', trialSize: null, purchaseType: 'Standard' }] } },
  })),
  ...['', null, undefined].map((blank) => ({
    call: 'PUT /cart/update',
    as: `a receiver and a coupon that are ${JSON.stringify(blank)}`,
    payload: async (shop: Shop) => ({
      ...(await proceedForm(shop)),
      receiver: blank,
      couponId: blank,
    }),
    responses: without,
  })),
  {
    call: 'PUT /cart/update',
    as: 'a receiver form that was left empty',
    payload: async (shop) => ({
      ...(await proceedForm(shop)),
      receiver: { name: '', contactNumber: '' },
      itemId: null,
    }),
    responses: without,
  },
  {
    call: 'PUT /user/profile',
    as: 'null for what is not known',
    payload: ({ me: { userId } }) => ({
      userId,
      firstName: 'Asha',
      lastName: null,
      email: null,
      contactNumber: 9826041375,
      dateOfBirth: null,
      gender: null,
    }),
    responses: { user: { firstName: 'Asha', lastName: '', email: '', gender: 'female' } },
  },
  ...['', null].map((blank) => ({
    call: 'POST /address/add',
    as: `coordinates, state and code that are ${JSON.stringify(blank)}`,
    payload: ({ me: { userId } }: Shop) => ({
      userId,
      ...homeAddress,
      state: blank,
      postalCode: blank,
      latitude: blank,
      longitude: blank,
    }),
    responses: {
      address: {
        state: '',
        postalCode: '',
        latitude: expect.stringMatching(/^22\./),
        longitude: expect.stringMatching(/^75\./),
      },
    },
  })),
  {
    call: 'PUT /address/update',
    as: 'empty coordinates',
    payload: ({ me: { addressId } }) => ({
      addressId,
      ...homeAddress,
      latitude: '',
      longitude: null,
    }),
    responses: { address: { latitude: expect.stringMatching(/^22\./) } },
  },
  {
    call: 'POST /coupons/is-applicable',
    as: 'whole lines of the bag',
    payload: async (shop) => {
      const { lineId, couponId } = await aCart(shop)
      return { couponId, checkout_items: [{ _id: lineId, size: 'M', quantity: 1 }] }
    },
    responses: { success: true },
  },
  ...[['a.png', 'data:image/png;base64,iVBORw0KGgo='], [], null, undefined].map((returnPhotos) => ({
    call: 'PATCH /orders/return',
    as: `the photos ${JSON.stringify(returnPhotos)}`,
    payload: (shop: Shop) => returnForm(shop, { returnPhotos }),
  })),
  ...['', null, undefined].map((exchangeReason) => ({
    call: 'PATCH /orders/exchange',
    as: `the reason ${JSON.stringify(exchangeReason)}`,
    payload: async (shop: Shop) => {
      const { orderId, lineId: orderItemIdToExchange } = await aDelivery(shop)
      const exchangeProductId = shop.product._id
      const which = { orderId, orderItemIdToExchange, exchangeProductId, size: 'L' }
      return { ...which, exchangeReason, userId: shop.me.userId }
    },
  })),
  {
    call: 'POST /products/{id}/notify',
    as: 'an empty size',
    path: ({ product }) => `/products/${product._id}/notify`,
    payload: () => ({ kind: 'price', size: '' }),
  },
  {
    call: 'POST /complaints',
    as: 'no order',
    payload: () => ({ name: 'Asha', contactNumber: 9826041375, text: 'Late', orderId: '' }),
  },
]

describe('an incompletely filled form', () => {
  test.for(forms)(
    '$call accepts $as [api.1]',
    async ({ call, payload, path, responses }, { shop }) => {
      const [method = '', itsPath = ''] = call.split(' ')
      const body = await payload(shop)

      const response = await shop.api.request(
        `/api${path?.(shop) ?? itsPath}`,
        requestInit(method, body, shop.me.token),
      )

      const responseBody = await response.json()
      expect(response.status, JSON.stringify(responseBody)).toBe(200)
      expect(responseBody).toMatchObject({ success: true, ...responses })
    },
  )

  test('POST /cart/checkout accepts null for coupon, receiver and trial size [api.1]', async ({
    shop,
  }) => {
    const { me, api, db, product } = shop
    const lineId = await addToCart(db, me.userId, { productId: product._id })
    const line = { _id: lineId, purchaseType: 'Standard', size: 'M', trialSize: null }
    const body = {
      userId: me.userId,
      addressId: me.addressId,
      cart_item_ids: [line],
      paymentMethod: 'cash on delivery',
      couponId: null,
      receiver: null,
    }
    const place = async (totalAmount: number) =>
      (
        await api.request(
          '/api/cart/checkout',
          requestInit('POST', { ...body, totalAmount }, me.token),
        )
      ).json()
    const { summary } = await place(1)

    const { success, result } = await place(summary.finalAmount)

    expect(success).toBe(true)
    expect(result.order.amount).toBe(summary.finalAmount)
  })

  test('GET /products/list accepts an empty filter form [api.1]', async ({ shop }) => {
    const all = await (await shop.api.request('/api/products/list')).json()
    const empty = 'search=&size=&brand=&priceMin=&priceMax=&category=&subcategory=&sortOrder=asc'
    const response = await shop.api.request(`/api/products/list?${empty}&sortBy=discountedPrice`)

    expect(response.status).toBe(200)
    expect((await response.json()).result.total).toBe(all.result.total)
  })

  test('GET /warehouse/check-delivery accepts lat and lng [api.2]', async ({ shop }) => {
    const response = await shop.api.request('/api/warehouse/check-delivery?lat=22.7533&lng=75.8937')

    expect(await response.json()).toMatchObject({
      success: true,
      data: { result: { city: 'Indore' } },
    })
  })

  test('POST /user/login accepts the phone number as a number [api.1]', async ({ shop }) => {
    const body = { contactNumber: 9826041375 }
    const response = await shop.api.request('/api/user/login', jsonRequest('POST', body))

    expect(response.status).toBe(200)
  })
})
