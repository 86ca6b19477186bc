import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { CartLine } from '#contract/cart/cart.ts'
import { toRupees } from '#contract/values/money.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import { savedCartAtom } from '#features/cart/cartAtom.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import CartPage from './CartPage.tsx'

const inIndore = {
  text: 'Vijay Nagar, Indore',
  city: 'Indore',
  latitude: '22.75',
  longitude: '75.89',
  delivery: { deliveryTime: 40, unit: 'minutes', tryAndBuy: true, city: 'Indore' },
}

/** Asha's bag in Indore, with a store that refuses every change. */
async function show(products: CartLine[]) {
  saveSession(aUser())
  await getDefaultStore().set(locationAtom, () => inIndore)
  const refuse = () =>
    new Response(JSON.stringify({ success: false, code: 'not_allowed_now', msg: '' }), {
      status: 409,
      headers: { 'content-type': 'application/json', 'x-api': '1' },
    })
  const failRequest = () => {
    throw new TypeError('Failed to fetch')
  }
  const shown = renderInStore(
    <>
      <CartPage />
      <Toasts />
    </>,
    {
      at: '/cart',
      responses: {
        'cart/view/asha': { products, totalAmount: toRupees(goodsTotal(products)) },
        'cart/update': refuse,
        'cart/remove': refuse,
        'coupons/get-user-coupons': { data: [] },
        'coupons/is-applicable': failRequest,
        address: undefined,
      },
    },
  )
  await screen.findByRole('group', { name: 'Delivery option' })
  return shown
}

beforeEach(() => clearPersisted())
afterEach(clearSession)

test.each([
  [[aCartLine()], /^Prices from 2 hours ago\. They may have changed/],
  [[], 'You have no items in cart'],
])(
  'a bag that fails to load shows the stored items, even if there are none [bag.13] [pwa.7]',
  async (products, text) => {
    saveSession(aUser())
    const cart = { products, totalAmount: toRupees(goodsTotal(products)) }
    const readAt = Date.now() - 7_300_000
    await getDefaultStore().set(savedCartAtom, () => ({ ownerId: 'asha', cart, readAt }))
    const failedFetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))

    renderInStore(<CartPage />, { at: '/cart', responses: { 'cart/view/asha': failedFetch } })

    await waitFor(() => expect(failedFetch).toHaveBeenCalled())
    expect(await screen.findByText(text)).toBeVisible()
  },
)

test('a failed size change is reported and reverted [bag.16]', async () => {
  await show([aCartLine()])

  await userEvent.selectOptions(screen.getByLabelText('Size of Blue kurta'), 'L')

  expect(await screen.findByText('Could not update size!')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByLabelText('Size of Blue kurta')).toHaveValue('M'))
})

test('a failed removal is reported, and the item stays [bag.16]', async () => {
  await show([aCartLine()])

  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove from bag?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))

  expect(await screen.findByText('Could not remove product from cart!')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'Items (1)' })).toBeVisible()
})

test('a failed change of the delivery option is reported and reverted [bag.7] [bag.16]', async () => {
  await show([aCartLine()])

  await userEvent.click(screen.getByRole('radio', { name: 'Try & Buy' }))

  expect(await screen.findByText('Could not update delivery option')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Standard' })).toBeChecked())
})

test('Try & Buy is refused if one brand does not offer it [bag.7] [bag.16]', async () => {
  const brand = { _id: 'kesari', name: 'Kesari Loom', is_try_and_buy_visible: false }
  const { requests } = await show([
    aCartLine(),
    aCartLine({ _id: 'line-2', productId: aProduct({ _id: 'saree', brand }) }),
  ])

  await userEvent.click(screen.getByRole('radio', { name: 'Try & Buy' }))

  expect(
    await screen.findByText('Try and Buy is not available for some items in your cart'),
  ).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'Standard' })).toBeChecked()
  expect(requests).not.toContain('cart/update')
})

test.each<[Record<string, number>, string, string]>([
  [{ 'Free size': 3 }, 'Free size', 'it comes in one size only'],
  [{ S: 0, M: 3, L: 0 }, 'M', 'the sizes next to M are sold out'],
])(
  'Try & Buy names the product that has no trial size and the reason, before and when it is chosen: %j [bag.6]',
  async (stock, size, reason) => {
    const sizes = { size: Object.keys(stock), stock }
    const saree = aProduct({ _id: 'saree', name: 'Silk saree', ...sizes })
    await show([aCartLine(), aCartLine({ _id: 'line-2', productId: saree, size })])
    const text = `Try & Buy isn’t available for Silk saree: ${reason}`
    const option = screen.getByRole('radio', { name: 'Try & Buy' })
    expect(screen.getByText(text)).toBeVisible()

    await userEvent.click(option)

    expect(option).not.toBeChecked()
    expect(await screen.findAllByText(text)).toHaveLength(2)
  },
)

test('a coupon request that fails is reported in the drawer [coupon.1] [coupon.3]', async () => {
  await show([aCartLine()])

  await userEvent.click(screen.getByRole('button', { name: 'Apply Coupon' }))
  const drawer = within(screen.getByRole('dialog', { name: 'Coupons for you' }))
  await userEvent.type(drawer.getByPlaceholderText('Enter Coupon Code'), 'first600')
  await userEvent.click(drawer.getByRole('button', { name: 'Apply' }))

  expect(await drawer.findByText('Failed to apply coupon')).toBeVisible()
  expect(drawer.getByPlaceholderText('Enter Coupon Code')).toHaveValue('FIRST600')
})
