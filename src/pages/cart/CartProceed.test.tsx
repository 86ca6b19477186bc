import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { CartLine } from '#contract/cart/cart.ts'
import { toRupees } from '#contract/values/money.ts'
import { goodsTotal } from '#contract/cart/pricing.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aProduct, aUser } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import CartPage from './CartPage.tsx'

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
const atHome = {
  text: '12 Palm Residency',
  addressId: 'home-1',
  city: 'Indore',
  latitude: '22.75',
  longitude: '75.89',
  delivery: { deliveryTime: 40, unit: 'minutes', tryAndBuy: true, city: 'Indore' },
}

const asStandard = (line: CartLine): CartLine => ({ ...line, purchaseType: 'Standard' })

/** Asha's bag with delivery to her home in Indore, and the step to the payment. */
async function showCart(products: CartLine[], place: typeof atHome = atHome) {
  saveSession(aUser())
  await getDefaultStore().set(locationAtom, () => place)
  const cart = { products, totalAmount: toRupees(goodsTotal(products)) }
  const shown = renderInStore(
    <>
      <CartPage />
      <Toasts />
    </>,
    {
      at: '/cart',
      responses: {
        'cart/view/asha': cart,
        tryBuyTerms: { chargeAmount: 49, conditions: '' },
        'cart/update': () =>
          Response.json(
            { success: true, status: 200, result: { ...cart, products: products.map(asStandard) } },
            { headers: { 'x-api': '1' } },
          ),
        address: () =>
          Response.json({ success: true, address: [home] }, { headers: { 'x-api': '1' } }),
      },
    },
  )
  const proceed = await screen.findByRole('button', { name: 'Proceed to Payment' })
  return { ...shown, proceed }
}

beforeEach(() => clearPersisted())
afterEach(clearSession)

test('the receiver’s information starts with the customer’s own name and number [bag.9] [bag.13]', async () => {
  await showCart([aCartLine()])

  await userEvent.click(screen.getByText("Receiver's Information"))

  expect(screen.getByLabelText('Name')).toHaveValue('Asha Rao')
  expect(screen.getByLabelText('Phone')).toHaveValue('9826041375')
  expect(screen.getByText('+91')).toBeVisible()
})

test('an invalid receiver name stops the step, and the name gets the focus [bag.9] [bag.12]', async () => {
  const { requests, proceed } = await showCart([aCartLine()])
  await userEvent.click(screen.getByText("Receiver's Information"))
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'R2D2')

  await userEvent.click(proceed)

  // At the field and in a toast.
  const message = "Please enter a valid receiver's name"
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(message)
  expect(requests).not.toContain('cart/update')
})

test('a Try & Buy bag for an address without it has no delivery option until one is chosen [bag.7] [bag.12]', async () => {
  const tried = aCartLine({ purchaseType: 'Try and Buy', trialSize: 'L' })
  const elsewhere = { ...atHome, delivery: { ...atHome.delivery, tryAndBuy: false } }
  const { requests, proceed } = await showCart([tried], elsewhere)
  const trial = screen.getByRole('radio', { name: 'Try & Buy' })
  const standard = screen.getByRole('radio', { name: 'Standard' })
  expect(trial).toBeDisabled()
  expect(trial).toHaveAccessibleDescription('Not available for the chosen address')
  expect(screen.queryByText('Trial Charges')).toBeNull()
  expect([trial, standard].filter((radio) => (radio as HTMLInputElement).checked)).toEqual([])

  await userEvent.click(proceed)
  expect(
    await screen.findByText('Please select Try and Buy or Standard Delivery option'),
  ).toBeInTheDocument()
  expect(requests).not.toContain('cart/update')
  await userEvent.click(standard)

  expect(standard).toBeChecked()
  await waitFor(() => expect(requests).toContain('cart/update'))
})

test('stock is checked before the delivery option, and trial sizes after it [bag.12]', async () => {
  const soldOut = aProduct({ _id: 'gone', stock: { S: 0, M: 0, L: 0 } })
  const { proceed } = await showCart([
    aCartLine({ _id: 'line-2', productId: soldOut, purchaseType: 'Try and Buy' }),
  ])

  await userEvent.click(proceed)

  // Above the list and in a toast.
  await waitFor(() => expect(screen.getAllByText('Some products are out of stock')).toHaveLength(2))
})
