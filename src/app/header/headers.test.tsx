import { act, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cartAtom } from '#features/cart/cartAtom.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import { aCartLine, rupees } from '#tests/support/shopper/builders.ts'
import userEvent from '@testing-library/user-event'
import type { Heading } from './heading.ts'
import { DesktopHeader } from './DesktopHeader.tsx'
import { MobileHeader } from './MobileHeader.tsx'

type Checked = { deliveryTime: number; unit: string } | null | undefined

async function chooseAddress(text: string, checked: Checked) {
  const delivery = checked && { ...checked, tryAndBuy: false, city: 'Indore' }
  const point = { latitude: '22.75', longitude: '75.89' }
  await getDefaultStore().set(locationAtom, () => ({ text, city: 'Indore', ...point, delivery }))
}

const showOnPhone = () =>
  render(
    <MemoryRouter>
      <MobileHeader heading={{ page: 'home', title: 'Pehno', crumbs: [] }} />
    </MemoryRouter>,
  )
const showOnDesktop = () =>
  renderInStore(<DesktopHeader heading={{ page: 'home', title: 'Pehno', crumbs: [] }} />)

beforeEach(() => clearPersisted())
afterEach(() => vi.useRealTimers())

test.each<[string, Checked, string]>([
  ['nobody has checked', undefined, '60 mins'],
  ['it takes 29 minutes', { deliveryTime: 29, unit: 'minutes' }, '30 mins'],
  ['it takes 30 minutes', { deliveryTime: 30, unit: 'minutes' }, '60 mins'],
  ['it takes 2 hours', { deliveryTime: 2, unit: 'hours' }, '60 mins'],
  ['nothing is delivered', null, 'Unserviceable'],
])(
  'for %s the delivery time is beside the logo on a phone and below the header on a desktop [shell.14] [shell.15] [shell.16]',
  async (...given) => {
    const [, checked, text] = given
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00+05:30') })
    await chooseAddress('Rajwada Chowk', checked)

    const { unmount } = showOnPhone()
    expect(screen.getByText(text)).toBeVisible()
    unmount()
    showOnDesktop()

    expect(
      screen.getByText(checked === null ? 'Unserviceable' : `Delivery in ${text}`),
    ).toBeVisible()
  },
)

test('at the checkout nothing leads back to shopping [checkout.1]', () => {
  const heading: Heading = { page: 'checkout', title: 'Checkout', crumbs: [] }
  const { unmount } = render(
    <MemoryRouter>
      <MobileHeader heading={heading} />
    </MemoryRouter>,
  )
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Back',
  ])
  expect(screen.queryByRole('link')).toBeNull()
  unmount()
  renderInStore(<DesktopHeader heading={heading} />)
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('Back leads from an order to all orders, and the search page has no search icon [shell.17]', async () => {
  const page = (heading: Heading) => (
    <>
      <MobileHeader heading={heading} />
    </>
  )
  const { address } = renderInStore(page({ page: 'tracking', title: 'Track Order', crumbs: [] }), {
    at: '/order-tracking?id=1',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(address()).toBe('/order-listing')

  renderInStore(page({ page: 'search', title: 'Search', crumbs: [] }), { at: '/search' })
  expect(screen.getAllByRole('link', { name: 'Search' })).toHaveLength(1)
})

test('without an address one can be chosen [shell.15] [shell.16]', () => {
  showOnPhone()
  expect(screen.getByRole('button', { name: 'Choose Address' })).toBeVisible()
})

test('an address of more than 30 characters is cut [shell.15] [shell.16]', async () => {
  await chooseAddress('12 Palm Residency, Vijay Nagar', undefined)
  showOnPhone()
  expect(screen.getByText('12 Palm Residency, Vijay Nagar')).toBeVisible()

  await chooseAddress('12 Palm Residency, Vijay Nagar, Indore', undefined)

  expect(await screen.findByText('12 Palm Residency, Vijay Nagar…')).toBeVisible()
})

test('the bag shows its number of items, and no number when it is empty [bag.15] [shell.6]', async () => {
  showOnPhone()
  const cartLink = screen.getByRole('link', { name: 'Bag' })
  expect(cartLink).toHaveTextContent(/^Bag$/)
  const put = (count: number) =>
    act(() =>
      getDefaultStore().set(cartAtom, () => ({
        products: Array.from({ length: count }, (_, nth) => aCartLine({ _id: `line-${nth}` })),
        totalAmount: rupees(999 * count),
      })),
    )

  await put(1)
  expect(cartLink).toHaveAccessibleName('Bag, 1 item')
  expect(within(cartLink).getByText('1')).toBeVisible()
  await put(2)

  expect(cartLink).toHaveAccessibleName('Bag, 2 items')
  expect(within(cartLink).getByText('2')).toBeVisible()
})

test('a phone has search, wishlist and bag on home and elsewhere [shell.16] [shell.17]', () => {
  const ways = ['Search', 'Wishlist', 'Bag']
  const { unmount } = showOnPhone()
  for (const name of ways) expect(screen.getByRole('link', { name })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  unmount()

  render(
    <MemoryRouter>
      <MobileHeader
        heading={{ page: 'collections', title: 'Sarees', subtitle: '48 items', crumbs: [] }}
      />
    </MemoryRouter>,
  )

  const header = within(screen.getByRole('banner'))
  expect(header.getByText('Sarees')).toBeVisible()
  expect(header.getByText('48 items')).toBeVisible()
  expect(header.getByRole('button', { name: 'Back' })).toBeVisible()
  for (const name of ways) expect(header.getByRole('link', { name })).toBeVisible()
})
