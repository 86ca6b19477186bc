import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { CartLine } from '#contract/cart/cart.ts'
import { toRupees } from '#contract/values/money.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { locationAtom, locationDialogAtom } from '#features/location/locationAtom.ts'
import { clearSession, showAuthModalAtom, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { aCartLine, aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { Toasts } from '#app/Toasts.tsx'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import CartPage from './CartPage.tsx'

const store = getDefaultStore()
const cartOf = (products: CartLine[]) => ({ products, totalAmount: toRupees(goodsTotal(products)) })
const put = (products: CartLine[]) => store.set(cartAtom, () => cartOf(products))
const indore = {
  text: 'Vijay Nagar, Indore',
  city: 'Indore',
  latitude: '22.75',
  longitude: '75.89',
  delivery: { deliveryTime: 40, unit: 'minutes', tryAndBuy: true, city: 'Indore' },
}
const home = {
  _id: 'home-1',
  label: 'home',
  street: '12 Palm Residency',
  city: 'Indore',
  state: '',
  postalCode: '',
  latitude: '22.75',
  longitude: '75.89',
}

function show(responses: Record<string, unknown> = {}) {
  return renderInStore(
    <>
      <CartPage />
      <Toasts />
    </>,
    { at: '/cart', responses },
  )
}

beforeEach(() => clearPersisted())
afterEach(() => {
  store.set(showAuthModalAtom, false)
  clearSession()
})

test('an empty bag links to the store, after a loading state [bag.4]', async () => {
  show()
  expect(screen.getByRole('heading', { name: 'Loading...' })).toBeVisible()

  expect(await screen.findByRole('heading', { name: 'You have no items in cart' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Wishlist' })).toHaveAttribute('href', '/wishlist')
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/')
})

test('a guest’s bag is changed on the device without requests [bag.5] [bag.18]', async () => {
  await put([aCartLine(), aCartLine({ _id: 'line-2', size: 'L' })])
  const { requests } = show()

  await userEvent.selectOptions(screen.getAllByLabelText('Quantity of Blue kurta')[0]!, '3')
  expect((await screen.findAllByText('₹3,996'))[0]).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[0]!)
  const confirmation = within(screen.getByRole('dialog', { name: 'Remove from bag?' }))
  await userEvent.click(confirmation.getByRole('button', { name: 'Remove' }))

  expect(screen.getByRole('heading', { name: 'Items (1)' })).toBeVisible()
  expect(requests.filter((path) => path.startsWith('cart/'))).toEqual([])
})

test('a customer’s first choice shows within the tap; refused, it is reverted and reported [bag.16] [bag.19]', async () => {
  saveSession(aUser())
  show({ 'cart/view/asha': cartOf([aCartLine()]), address: undefined })
  const quantity = await screen.findByLabelText('Quantity of Blue kurta')

  act(() => void fireEvent.change(quantity, { target: { value: '3' } }))
  expect(quantity).toHaveValue('3')

  expect(await screen.findByText('Not here')).toBeInTheDocument()
  expect(screen.getByLabelText('Quantity of Blue kurta')).toHaveValue('1')
})

test('out-of-stock lines are reported above the list and block the next step [bag.2] [bag.12]', async () => {
  const soldOut = aProduct({ stock: { S: 1, M: 0, L: 1 } })
  await put([aCartLine({ productId: soldOut })])
  await store.set(locationAtom, () => indore)
  show()

  expect(screen.getByRole('alert')).toHaveTextContent('Some products are out of stock')
})

test('without an address the button asks for one; a guest has to log in next [bag.9] [bag.12]', async () => {
  await put([aCartLine()])
  show()
  expect(await screen.findByRole('button', { name: 'Select Address to Proceed' })).toBeEnabled()

  await store.set(locationAtom, () => indore)
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed to Payment' }))

  expect(store.get(showAuthModalAtom)).toBe(true)
})

test('a bag without an address promises no delivery [bag.9]', async () => {
  await put([aCartLine()])
  show()

  const panel = within(await screen.findByRole('region', { name: 'Delivering to' }))
  expect(panel.getByText('No address chosen yet')).toBeVisible()
  expect(panel.queryByText(/Arrives|Delivery/)).toBeNull()
})

test('without delivery the button is disabled with a reason beside it [bag.10] [a11y.1]', async () => {
  await put([aCartLine()])
  await store.set(locationAtom, () => ({ ...indore, delivery: null }))
  show()

  const proceed = await screen.findByRole('button', { name: 'Proceed to Payment' })
  expect(proceed).toBeDisabled()
  expect(proceed).toHaveAccessibleDescription(
    'Delivery is not available for the chosen address. Change Address',
  )
  const reason = screen.getByRole('alert')
  expect(proceed.closest('[data-action-bar]')).toContainElement(reason)
  await userEvent.click(within(reason).getByRole('button', { name: 'Change Address' }))
  expect(store.get(locationDialogAtom)).toBe('search')
  store.set(locationDialogAtom, null)
})

test('a coupon asks a guest to log in [bag.12]', async () => {
  await put([aCartLine()])
  show()

  await userEvent.click(await screen.findByRole('button', { name: 'Apply Coupon' }))

  expect(store.get(showAuthModalAtom)).toBe(true)
})

test('a guest can look at the coupons, and one they choose is applied after the login [bag.12] [coupon.1]', async () => {
  await put([aCartLine()])
  const coupon = {
    ...{ _id: 'c1', name: 'SAVE100', minimumPurchase: 0 },
    ...{ discountType: 'flat', couponAmount: 100, discountUpTo: null },
  }
  const applied = { ...coupon, appliedCoupon: coupon, baseAmount: 999, discountedAmount: 899 }
  const { requests } = show({
    coupons: { data: [coupon] },
    'cart/view/asha': cartOf([aCartLine()]),
    'coupons/is-applicable': { data: applied },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'View coupons' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Apply SAVE100' }))
  expect(store.get(showAuthModalAtom)).toBe(true)
  expect(requests).not.toContain('coupons/is-applicable')
  act(() => {
    saveSession(aUser())
    store.set(showAuthModalAtom, false)
  })

  expect(await screen.findByText('Coupon Applied: SAVE100')).toBeVisible()
})

test('focus moves to the button that replaces the used one when a coupon is applied or removed [a11y.1]', async () => {
  saveSession(aUser())
  const coupon = {
    ...{ _id: 'c1', name: 'SAVE100', minimumPurchase: 0 },
    ...{ discountType: 'flat', couponAmount: 100, discountUpTo: null },
  }
  const applied = { ...coupon, appliedCoupon: coupon, baseAmount: 999, discountedAmount: 899 }
  show({
    ...loggedInResponses,
    'coupons/get-user-coupons': { data: [coupon] },
    'coupons/is-applicable': { data: applied },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Apply Coupon' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Apply SAVE100' }))
  const remove = await screen.findByRole('button', { name: 'Remove coupon' })
  await waitFor(() => expect(remove).toHaveFocus())
  await userEvent.click(remove)

  await waitFor(() => expect(screen.getByRole('button', { name: 'Apply Coupon' })).toHaveFocus())
})

test('the server’s bag replaces the stored one, with its address [bag.19] [bag.9]', async () => {
  saveSession(aUser())
  const two = [aCartLine(), aCartLine({ _id: 'line-2', size: 'S' })]
  show({ 'cart/view/asha': { ...cartOf(two), addressId: 'home-1' }, address: [home] })

  expect(await screen.findByRole('heading', { name: 'Items (2)' })).toBeVisible()
})

test('offline the bag is the one stored on the device [bag.19]', async () => {
  saveSession(aUser())
  await put([aCartLine()])
  show({
    'cart/view/asha': () => {
      throw new TypeError('no connection')
    },
  })

  expect(await screen.findByRole('heading', { name: 'Items (1)' })).toBeVisible()
})

const loggedInResponses = {
  'cart/view/asha': cartOf([aCartLine()]),
  address: undefined,
}

test('a line can be moved to the wishlist after a confirmation [bag.5] [bag.16]', async () => {
  saveSession(aUser())
  const { requests } = show({ ...loggedInResponses, 'cart/move-to-wishlist': {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Move to wishlist' }))
  const dialog = screen.getByRole('dialog', { name: 'Move to wishlist?' })
  expect(dialog).toHaveTextContent('Blue kurta')

  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }))

  expect(await screen.findByText('Moved to wishlist')).toBeInTheDocument()
  expect(requests).toContain('cart/move-to-wishlist')
})

test('a line that could not be moved to the wishlist stays in the bag [bag.16]', async () => {
  saveSession(aUser())
  show(loggedInResponses)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = screen.getByRole('dialog', { name: 'Remove from bag?' })

  await userEvent.click(within(dialog).getByRole('button', { name: 'Move to wishlist' }))

  expect(await screen.findByText('Could not move product to wishlist!')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Items (1)' })).toBeVisible()
})

test('a guest has to log in for a wishlist [bag.16] [wish.3]', async () => {
  await put([aCartLine()])
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Move to wishlist' }))
  await userEvent.click(screen.getByRole('button', { name: 'Move' }))

  expect(await screen.findByText('Please login to add to wishlist')).toBeInTheDocument()
  expect(store.get(showAuthModalAtom)).toBe(true)
  expect(screen.getByRole('heading', { name: 'Items (1)' })).toBeVisible()
})

test('the server’s bag is stored in the shared atom [pwa.5]', async () => {
  saveSession(aUser())
  show(loggedInResponses)
  await screen.findByRole('heading', { name: 'Items (1)' })
  expect(store.get(cartAtom).products).toHaveLength(1)

  await store.set(cartAtom, () => cartOf([]))

  expect(await screen.findByText('You have no items in cart')).toBeVisible()
})

test('while the saved addresses fail to load, the chosen one is listed and selected [bag.11] [pwa.6]', async () => {
  saveSession(aUser())
  await store.set(locationAtom, () => ({
    ...indore,
    text: 'HOME, 12 Palm Residency, Indore',
    addressId: 'home-1',
  }))
  show({ ...loggedInResponses, address: () => Response.error() })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Change Address' }))[0]!)

  const dialog = within(await screen.findByRole('dialog', { name: 'Select Delivery Address' }))
  expect(await dialog.findByText(/We couldn’t load all your saved addresses yet/)).toBeVisible()
  expect(dialog.getByRole('radio', { name: /HOME/ })).toBeChecked()
  expect(dialog.getByText('12 Palm Residency, Indore')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Deliver here' }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('HOME, 12 Palm Residency, Indore')).toBeVisible()
})

test('the only saved address is preselected [bag.9]', async () => {
  saveSession(aUser())
  const address = () => Response.json({ success: true, address: [home] })
  show({ ...loggedInResponses, address })

  expect(await screen.findByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
  expect(screen.getByText('HOME, 12 Palm Residency, Indore')).toBeVisible()
})

test('the only saved address replaces a place in its city, but not one elsewhere [bag.9]', async () => {
  saveSession(aUser())
  await store.set(locationAtom, () => ({ ...indore, text: 'Arera Colony, Bhopal', city: 'Bhopal' }))
  const address = () => Response.json({ success: true, address: [home] })
  show({ ...loggedInResponses, address })
  expect(await screen.findByRole('button', { name: 'Select Address to Proceed' })).toBeVisible()
  expect(screen.getByText('Arera Colony, Bhopal')).toBeVisible()

  await act(() => store.set(locationAtom, () => indore))

  expect(await screen.findByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
  expect(screen.getByText('HOME, 12 Palm Residency, Indore')).toBeVisible()
})

test('after a guest’s login even the only saved address has to be confirmed [bag.12]', async () => {
  await put([aCartLine()])
  await store.set(locationAtom, () => indore)
  const address = () => Response.json({ success: true, address: [home] })
  const { requests } = show({ ...loggedInResponses, address })
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed to Payment' }))
  act(() => {
    saveSession(aUser())
    store.set(showAuthModalAtom, false)
  })

  const dialog = within(await screen.findByRole('dialog', { name: 'Select Delivery Address' }))
  expect(await dialog.findByRole('radio', { name: /HOME/ })).toBeChecked()
  expect(requests).not.toContain('cart/update')
})

test('a first address is entered at once, without an empty list [bag.9] [bag.11]', async () => {
  saveSession(aUser())
  const address = () => Response.json({ success: true, address: [] })
  show({ ...loggedInResponses, address })

  await userEvent.click(await screen.findByRole('button', { name: 'Select Address to Proceed' }))

  expect(await screen.findByRole('dialog', { name: 'Add address' })).toBeVisible()
})

test('a customer selects, adds or removes a saved address [bag.11]', async () => {
  saveSession(aUser())
  const office = { ...home, _id: 'office-1', label: 'work', street: '4 Palasia' }
  const address = () => Response.json({ success: true, address: [home, office] })
  show({ ...loggedInResponses, address })
  await userEvent.click(await screen.findByRole('button', { name: 'Select Address to Proceed' }))

  const dialog = await screen.findByRole('dialog', { name: 'Select Delivery Address' })

  expect(await within(dialog).findByRole('radio', { name: /HOME/ })).toBeInTheDocument()
  expect(within(dialog).getByRole('button', { name: 'Add New Address' })).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: /^Remove home/ }))
  const confirmation = screen.getByRole('dialog', { name: 'Remove this address?' })
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Keep address' }))
  expect(within(dialog).getByRole('radio', { name: /HOME/ })).toBeInTheDocument()
})
