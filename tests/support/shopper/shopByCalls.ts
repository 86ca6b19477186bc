import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

import type { Cart } from '#contract/cart/cart.ts'
import { toPaise } from '#contract/values/money.ts'
import { newPoint, newStreet, onShow } from './shopping.ts'

/** Places an order for the customer who is logged in on the page, with the page's API calls. */
export async function placeOrder(page: Page): Promise<{ orderId: string; productId: string }> {
  const { token, userId } = await page.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    userId: (JSON.parse(localStorage.getItem('user') ?? '{}') as { _id: string })._id,
  }))
  const sendRequest = async (path: string, data: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
    return (await page.request.post(`/api/${path}`, { data, headers })).json()
  }
  // A product that can be exchanged: another size is in stock.
  const product = (await onShow(page, 20)).find(
    ({ size, stock }) => size.filter((one) => stock[one]).length > 1,
  )
  const productId = product?._id ?? ''
  const place = { city: 'Indore', state: 'Madhya Pradesh', postalCode: '452010' }
  const { address } = (await sendRequest('address/add', {
    ...{ street: newStreet(), label: 'home', ...place, ...newPoint() },
  })) as { address: { _id: string } }
  const { result: cart } = (await sendRequest('cart/add', {
    userId,
    productId,
    size: product?.size[0],
  })) as {
    result: Cart
  }
  const { result } = (await sendRequest('cart/checkout', {
    userId,
    addressId: address._id,
    totalAmount: toPaise(cart.totalAmount),
    cart_item_ids: cart.products.map(({ _id, purchaseType, size }) => ({
      _id,
      purchaseType,
      size,
    })),
    paymentMethod: 'cash on delivery',
  })) as { result: { order: { _id: string } } }
  return { orderId: result.order._id, productId }
}
