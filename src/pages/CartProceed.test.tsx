import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import type { CartLine } from '#contract/cart.ts'
import { toRupees } from '#contract/money.ts'
import { goodsTotal } from '#contract/pricing.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { forgetPersisted } from '#platform/persistedAtom.ts'
import { forgetUser, signIn } from '#platform/session.ts'
import { aCartLine, aUser } from '#tests/support/builders.ts'
import { renderInStore } from '#tests/support/renderInStore.tsx'
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

/** Asha's bag, going to her home in Indore, and the step to the payment. */
async function showBag(products: CartLine[], place: typeof atHome = atHome) {
  signIn(aUser())
  await getDefaultStore().set(locationAtom, () => place)
  const cart = { products, totalAmount: toRupees(goodsTotal(products)) }
  const shown = renderInStore(
    <>
      <CartPage />
      <Toasts />
    </>,
    {
      at: '/cart',
      answers: {
        'cart/view/asha': cart,
        address: () =>
          Response.json({ success: true, address: [home] }, { headers: { 'x-api': '1' } }),
      },
    },
  )
  const proceed = await screen.findByRole('button', { name: 'Proceed to Payment' })
  return { ...shown, proceed }
}

beforeEach(() => forgetPersisted())
afterEach(forgetUser)

test('a receiver with a wrong name stops the step, and the cursor goes to the name [bag.9] [bag.12]', async () => {
  const { asked, proceed } = await showBag([aCartLine()])
  await userEvent.click(screen.getByText("Receiver's Information"))
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'R2D2')

  await userEvent.click(proceed)

  // At the field and in a toast.
  const message = "Please enter a valid receiver's name"
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(message)
  expect(asked).not.toContain('cart/update')
})
