import { cleanup, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Heading } from '#app/header/heading.ts'
import { MobileHeader } from '#app/header/MobileHeader.tsx'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import { promisedArrival } from '#contract/delivery/deliveryPromise.ts'
import type { Order } from '#contract/orders/order.ts'
import { paths } from '#contract/pages/paths.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { checkoutAtom } from '#features/checkout/checkoutRecord.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { storageKeys } from '#platform/storage/deviceStorage.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import {
  aCartLine,
  anOrder,
  aProduct,
  aUser,
  paise,
  rupees,
} from '#tests/support/shopper/builders.ts'
import CartPage from './cart/CartPage.tsx'
import HomePage from './catalogue/HomePage.tsx'
import ProductPage from './catalogue/ProductPage.tsx'
import CheckoutPage from './checkout/CheckoutPage.tsx'
import TrackingPage from './orders/TrackingPage.tsx'

const delivery = { deliveryTime: 45, unit: 'minutes', tryAndBuy: true, city: 'Indore' }
const home = {
  ...{ _id: 'home-1', label: 'home', street: '12 Palm Residency', city: 'Indore', state: '' },
  ...{ postalCode: '452010', latitude: '22.75', longitude: '75.89' },
}
const product: ProductDetails = {
  ...aProduct(),
  ...{ gender: ['MEN'], description: 'A short kurta.', details: [] },
  declarations: {
    ...{ maker: 'Amodra Crafts', makerAddress: 'Indore', countryOfOrigin: 'India' },
    ...{ netQuantity: '1 N', careContact: 'care@pehno.example' },
  },
}
const placedOrder = {
  ...{ _id: 'order-1', orderID: 'PEH-KAB55N', orderSlug: 'peh-kab55n' },
  amount: paise(999_00),
}
const cart = { products: [aCartLine()], totalAmount: rupees(999), addressId: home._id }

/** What is promised to an address with delivery in 45 minutes, at times in India. */
const promises = {
  '08:00': { by: 'today by 10:30 am', speed: 'today' },
  '12:00': { by: 'by 1:00 pm', speed: '60 mins', countdown: ' · in 60 mins' },
  '12:04': { by: 'by 1:00 pm', speed: '60 mins', countdown: ' · in 56 mins' },
  '20:50': { by: 'by 9:50 pm', speed: '60 mins', countdown: ' · in 60 mins' },
  '21:10': { by: 'tomorrow by 10:30 am', speed: 'tomorrow' },
  '00:30': { by: 'today by 10:30 am', speed: 'today' },
}
const slide = {
  ...{ _id: 'festive', sliderType: 'Top Slider', isFor: 'mobile', photo: '/festive.webp' },
  ...{ gender: { _id: 'women', name: 'WOMEN' }, title: 'Festive', action: 'Shop', link: '/search' },
  ...{ isLight: false, text: 'Sarees and kurtas, at your door {delivery}.' },
}
const placeNames = ['serviceable', 'unserviceable', 'unknown'] as const
type PlaceName = (typeof placeNames)[number]
const deliveryTo = { serviceable: delivery, unserviceable: null, unknown: undefined }

beforeEach(async () => {
  await clearPersisted()
  saveSession(aUser())
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  clearSession()
})

async function choosePlace(place: PlaceName) {
  const { _id: addressId, city, latitude, longitude } = home
  const chosen = { text: 'HOME, 12 Palm Residency', city, latitude, longitude, addressId }
  await getDefaultStore().set(locationAtom, () => ({ ...chosen, delivery: deliveryTo[place] }))
}

/** Opens a page, waits for its content, and returns its promises. */
async function promisesOn(node: ReactNode, at: string, opened: () => HTMLElement | null) {
  const order: Order = anOrder({ promisedBy: promisedArrival(45, new Date()).toISOString() })
  renderInStore(node, {
    at,
    responses: {
      'cart/view/asha': cart,
      address: () => Response.json({ success: true, address: [home] }),
      [`products/${product._id}`]: product,
      'orders/view': { data: [order] },
      [`orders/${order._id}`]: order,
      'shipping-charge/get-shipping-charge': [],
      ...{ 'sliders/viewAllSliders': [slide], homeGridCategories: [], 'home-offers': [] },
      'categories/getRandomSubCategories': { data: [] },
      'brands/getPremiumBrands': { data: [] },
      'products/list': { data: [], total: 0, nextCursor: null },
      [`products/pair-it-with/${product._id}`]: { data: [] },
      'warehouse/check-delivery': () => new Promise(() => undefined),
    },
  })
  await waitFor(() => expect(opened()).toBeInTheDocument())
  const found = screen
    .queryAllByText(/^(Arrives |\d+ mins$|Today$|Tomorrow$|Delivery (in|to)|Unserviceable$|Sarees)/)
    .map(({ textContent }) => textContent)
  cleanup()
  return found
}

async function walk(): Promise<Record<string, string[]>> {
  const heading: Heading = { page: 'home', title: '', crumbs: [] }
  const mainPages = {
    home: await promisesOn(
      <>
        <MobileHeader heading={heading} />
        <HomePage />
      </>,
      '/',
      () => screen.queryByRole('link', { name: 'Pehno, home' }),
    ),
    product: await promisesOn(
      <Routes>
        <Route path={paths.product} element={<ProductPage />} />
      </Routes>,
      `/products/${product._id}`,
      () => screen.queryByRole('heading', { level: 1, name: product.name }),
    ),
    bag: await promisesOn(<CartPage />, paths.cart, () => screen.queryByText(/^HOME, 12 Palm/)),
    checkout: await promisesOn(<CheckoutPage />, paths.checkout, () =>
      screen.queryByRole('radio', { name: 'Cash on Delivery' }),
    ),
  }
  localStorage.setItem(storageKeys.orderSuccessTimestamp, String(Date.now()))
  const common = { userId: 'asha', key: 'key-of-order-1', addressText: '' }
  const placed = { ...common, state: 'placed', order: placedOrder } as const
  await getDefaultStore().set(checkoutAtom, () => placed)
  const success = await promisesOn(<CheckoutPage />, paths.checkout, () =>
    screen.queryByText('1 item', { exact: false }),
  )
  const tracking = await promisesOn(<TrackingPage />, paths.tracking, () =>
    screen.queryByRole('heading', { level: 1, name: 'Accepted' }),
  )
  return { ...mainPages, success, tracking }
}

test.each(
  Object.entries(promises).flatMap(([time, promise]) =>
    placeNames.map((place) => [time, place, promise] as const),
  ),
)(
  'at %s no screen contradicts another, with an address that is %s [shell.14] [product.1] [track.1]',
  async (time, place, promise) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2026-01-15T${time}:00+05:30`) })
    await choosePlace(place)
    await getDefaultStore().set(cartAtom, () => cart)

    const seen = await walk()

    const { by, speed } = promise
    const placed = [`Arrives ${by}${'countdown' in promise ? promise.countdown : ''}`]
    const phrase = speed === '60 mins' ? 'in 60 mins' : speed
    const title = speed.charAt(0).toUpperCase() + speed.slice(1)
    const open = [title, `Sarees and kurtas, at your door ${phrase}.`, title]
    const offered = {
      serviceable: [`Arrives ${by}`],
      unserviceable: ['Unserviceable'],
      unknown: [],
    }
    expect(seen).toEqual({
      home:
        place === 'unserviceable' ? ['Unserviceable', 'Sarees and kurtas.', 'Unserviceable'] : open,
      product: place === 'unknown' ? [`Delivery ${phrase}`] : offered[place],
      bag: offered[place],
      checkout: offered[place],
      success: placed,
      tracking: placed,
    })
  },
)
