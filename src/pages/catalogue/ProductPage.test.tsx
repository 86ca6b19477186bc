import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '#app/Toasts.tsx'
import { paths } from '#contract/pages/paths.ts'
import type { ProductDetails } from '#contract/catalogue/product.ts'
import type { User } from '#contract/account/account.ts'
import { cartAtom } from '#features/cart/cartAtom.ts'
import { locationAtom } from '#features/location/locationAtom.ts'
import { clearPersisted } from '#platform/storage/persistedAtom.ts'
import { clearSession, saveSession } from '#platform/session/session.ts'
import { aCartLine, aProduct, aStore } from '#tests/support/shopper/builders.ts'
import { renderInStore } from '#tests/support/screens/renderInStore.tsx'
import ProductPage from './ProductPage.tsx'

const aDetailed = (changes: Partial<ProductDetails> = {}): ProductDetails => ({
  ...aProduct(),
  gender: ['MEN'],
  description: 'A short kurta.',
  details: [],
  declarations: {
    maker: 'Amodra Crafts',
    makerAddress: 'Indore',
    countryOfOrigin: 'India',
    netQuantity: '1 N',
    careContact: 'care@pehno.example',
  },
  ...changes,
})

function show(product: ProductDetails, otherResponses: Record<string, unknown> = {}) {
  const responses = {
    store: aStore({ tryAndBuyCities: ['Indore'] }),
    [`products/${product._id}`]: product,
    [`products/pair-it-with/${product._id}`]: { data: [aProduct({ _id: 'x', name: 'Juttis' })] },
    ...otherResponses,
  }
  const page = (
    <>
      <Routes>
        <Route path={paths.product} element={<ProductPage />} />
      </Routes>
      <Toasts />
    </>
  )
  return renderInStore(page, { at: `/products/${product._id}`, responses })
}

const asha: User = {
  _id: 'asha',
  firstName: 'Asha',
  lastName: 'Rao',
  name: 'Asha Rao',
  email: '',
  contactNumber: '9000000001',
  dateOfBirth: '1994-05-17',
  gender: 'female',
}

beforeEach(() => clearPersisted())
afterEach(() => {
  vi.useRealTimers()
  clearSession()
})

const addToCart = async () => {
  await userEvent.click(screen.getByRole('radio', { name: 'M' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Add to bag' })[0]!)
}

test('a product shows its price and pairings [product.1]', async () => {
  show(aDetailed())

  expect(await screen.findByRole('heading', { level: 1, name: 'Blue kurta' })).toBeVisible()
  expect(screen.getByText('(inclusive of all taxes)')).toBeVisible()
  expect(screen.getByText('A short kurta.')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Juttis' })).toBeVisible()
})

/** Everything that promises a delivery, or says that there is none. */
const promises = () =>
  screen
    .queryAllByText(/^(Arrives|Delivery in|Delivery t|Unserviceable)/)
    .map(({ textContent }) => textContent)

test('until a place was checked the banner names minutes, then the arrival time takes its place [product.1] [shell.14]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:02:00+05:30') })
  show(aDetailed())
  await screen.findByRole('heading', { level: 1, name: 'Blue kurta' })
  expect(promises()).toEqual(['Delivery in 60 mins'])

  const delivery = { deliveryTime: 45, unit: 'minutes', tryAndBuy: true, city: 'Indore' }
  const indore = { text: 'Vijay Nagar', city: 'Indore', latitude: '22.75', longitude: '75.89' }
  await act(() => getDefaultStore().set(locationAtom, () => ({ ...indore, delivery })))

  expect(promises()).toEqual(['Arrives by 1:00 pm'])
})

test('a sold-out product promises no delivery [product.1]', async () => {
  show(aDetailed({ stock: { S: 0, M: 0, L: 0 } }))

  await screen.findByRole('heading', { level: 1, name: 'Blue kurta' })
  expect(promises()).toEqual([])
  expect(screen.queryByRole('form', { name: 'Check delivery' })).toBeNull()
})

test('a product shows similar items, without itself [product.1]', async () => {
  const product = aDetailed({ subcategory: [{ _id: 'short-kurtas', name: 'Short kurtas' }] })
  const other = aProduct({ _id: 'other', name: 'Another short kurta' })
  show(product, {
    'products/list': (path: string) => ({
      data: path.includes('subcategory=short-kurtas') ? [product, other] : [],
      ...{ total: 2, nextCursor: null },
    }),
  })

  const similar = within((await screen.findByText('Similar items')).closest('section')!)
  expect(similar.getAllByRole('article')).toHaveLength(1)
  expect(similar.getByText('Another short kurta')).toBeVisible()
  expect(similar.getByRole('link', { name: 'See all: Similar items' })).toHaveAttribute(
    'href',
    '/collections?subcategory=short-kurtas',
  )
})

test('a sold-out product cannot be bought, but offers an alert [product.1] [product.7]', async () => {
  show(aDetailed({ stock: { S: 0, M: 0, L: 0 } }))

  expect(await screen.findAllByText('Sold Out')).not.toEqual([])
  expect(screen.queryByRole('button', { name: 'Add to bag' })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Notify me' })).not.toEqual([])
  // The bar at the bottom of a phone's screen asks for no size either.
  expect(screen.getAllByText('Select Size')).toHaveLength(1)
})

test('a sold-out size offers an alert [product.7]', async () => {
  show(aDetailed({ stock: { S: 5, M: 0, L: 5 } }))

  expect(await screen.findByRole('button', { name: 'Notify me about M' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Notify me about S' })).toBeNull()
})

test.for([
  { stock: { S: 5, M: 0, L: 5 }, isOffered: true },
  { stock: { S: 0, M: 0, L: 5 }, isOffered: false },
])('Try & Buy is offered if two sizes are in stock [product.1] [bag.7]', async (example) => {
  show(aDetailed({ stock: example.stock }))

  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.queryByText(/Choose two sizes/) !== null).toBe(example.isOffered)
})

test('a second size to try at home goes into the bag with the first [bag.6] [product.3]', async () => {
  show(aDetailed({ size: ['S', 'M', 'L', 'XL'], stock: { S: 0, M: 5, L: 5, XL: 5 } }))
  await userEvent.click(await screen.findByRole('radio', { name: 'L' }))

  const trial = screen.getByRole('group', { name: 'Also try' })
  expect(
    within(trial)
      .getAllByRole('button')
      .map((element) => element.textContent),
  ).toEqual(['M', 'XL'])
  const extraLarge = within(trial).getByRole('button', { name: 'XL' })
  await userEvent.click(extraLarge)
  expect(extraLarge).toHaveAttribute('aria-pressed', 'true')
  const next =
    'In your bag, choose an address in Indore and the Try & Buy option. We’ll bring L and XL.'
  expect(screen.getByText(next)).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: 'Add to bag' })[0]!)

  const { products } = getDefaultStore().get(cartAtom)
  expect(products).toMatchObject([{ size: 'L', trialSize: 'XL', purchaseType: 'Standard' }])
})

test('a second size can be deselected, and is cleared when the first size changes [bag.6]', async () => {
  show(aDetailed({ size: ['S', 'M', 'L', 'XL'], stock: { S: 5, M: 5, L: 5, XL: 5 } }))
  await userEvent.click(await screen.findByRole('radio', { name: 'M' }))
  const large = () => screen.getByRole('button', { name: 'L' })

  await userEvent.click(large())
  await userEvent.click(large())
  expect(large()).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(large())
  await userEvent.click(screen.getByRole('radio', { name: 'S' }))
  expect(screen.queryByText(/In your bag, choose/)).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Add to bag' })[0]!)

  const [line] = getDefaultStore().get(cartAtom).products
  expect(line).toMatchObject({ size: 'S', trialSize: null })
})

const amodra = { _id: 'amodra', name: 'Amodra', is_try_and_buy_visible: false }

test.for<[product: Partial<ProductDetails>, reason: string]>([
  [{ brand: amodra }, 'Try & Buy isn’t available for Amodra items.'],
  [{ stock: { S: 0, M: 5, L: 0 } }, 'Try & Buy isn’t available: only one size is in stock.'],
  [
    { size: ['S', 'M', 'L', 'XL', 'XXL'], stock: { S: 0, M: 5, L: 0, XL: 5, XXL: 0 } },
    'Try & Buy isn’t available for size M: the sizes next to it are sold out.',
  ],
])(
  'with %j the page says why the item cannot be tried: %s [bag.6] [bag.7]',
  async ([changes, reason]) => {
    show(aDetailed(changes))
    await userEvent.click(await screen.findByRole('radio', { name: 'M' }))

    expect(screen.getByText(reason)).toBeVisible()
    expect(screen.queryByText('Also try')).toBeNull()
  },
)

test('an item in one size says nothing about Try & Buy [bag.6]', async () => {
  show(aDetailed({ size: ['Free size'], stock: { 'Free size': 5 } }))

  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.queryByText(/Try & Buy (in|isn’t)/)).toBeNull()
})

test('the page says that the chosen city has no Try & Buy [bag.7]', async () => {
  const delivery = { deliveryTime: 45, unit: 'minutes', tryAndBuy: false, city: 'Pune' }
  const place = { text: 'Kothrud, Pune', city: 'Pune', latitude: '18.5', longitude: '73.8' }
  await getDefaultStore().set(locationAtom, () => ({ ...place, delivery }))
  show(aDetailed())

  const reason = 'Try & Buy isn’t available at your address. We offer it in Indore only.'
  expect(await screen.findByText(reason)).toBeVisible()
})

test('the bag pill does not cover the note that a place has no delivery [shell.22] [shell.14]', async () => {
  const place = { text: 'Leh, Ladakh', city: 'Leh', latitude: '34.1', longitude: '77.5' }
  await getDefaultStore().set(locationAtom, () => ({ ...place, delivery: null }))
  show(aDetailed())

  expect((await screen.findByText('Unserviceable')).closest('[data-uncovered]')).toContainElement(
    screen.getByText('Choose another address'),
  )
})

test('the size hint is beside the sizes [product.8]', async () => {
  show(aDetailed({ sizeHint: 'small' }))

  expect(
    await screen.findByText('Runs small. If you’re between sizes, choose the larger one.'),
  ).toBeVisible()
})

test('says how old a product from storage is [pwa.7] [pwa.12]', async () => {
  const product = aDetailed()
  const stored = { 'x-api': '1', 'x-sw-cache': 'stale', 'x-sw-age': '7300' }
  show(product, {
    [`products/${product._id}`]: () =>
      Response.json({ success: true, result: product }, { headers: stored }),
  })

  expect(await screen.findByText(/^Prices from 2 hours ago\. They may have changed/)).toBeVisible()
})

test('a guest’s item goes into the guest’s bag [product.3] [bag.18]', async () => {
  const { requests } = show(aDetailed())
  await screen.findByRole('heading', { level: 1 })

  await addToCart()

  expect(await screen.findByText('Added to bag')).toBeInTheDocument()
  expect(requests.filter((path) => path.startsWith('cart'))).toEqual([])
})

test('after adding, the button and the message lead to the bag, until another size is chosen [product.3]', async () => {
  show(aDetailed())
  await screen.findByRole('heading', { level: 1 })

  await addToCart()

  expect(await screen.findByText('View bag')).toHaveAttribute('href', '/cart')
  expect(await screen.findByRole('link', { name: 'Go to bag' })).toHaveAttribute('href', '/cart')
  await userEvent.click(screen.getByRole('radio', { name: 'L' }))
  expect(screen.queryByRole('link', { name: 'Go to bag' })).toBeNull()
})

test('sizes stand above the delivery; with a known address there is no PIN code form [product.1] [shell.14]', async () => {
  show(aDetailed())
  const pinCode = await screen.findByRole('textbox', { name: /PIN code/i })
  const sizes = screen.getByRole('group', { name: 'Select Size' })
  expect(sizes.compareDocumentPosition(pinCode)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

  const city = 'Indore'
  const place = { latitude: '22.75', longitude: '75.89', text: 'Vijay Nagar, Indore', city }
  const delivery = { deliveryTime: 45, unit: 'minutes', tryAndBuy: true, city }
  await act(() => getDefaultStore().set(locationAtom, () => ({ ...place, delivery })))

  await waitFor(() => expect(screen.queryByRole('textbox', { name: /PIN code/i })).toBeNull())
  expect(screen.getByRole('button', { name: 'Change' })).toBeVisible()
  expect(screen.getByText('to Vijay Nagar, Indore')).toBeVisible()
})

/** Fake time, so that a double tap takes no time on a busy machine. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] })
const waitPastDoubleTap = () => vi.setSystemTime(Date.now() + 1000)
const quantities = () =>
  getDefaultStore()
    .get(cartAtom)
    .products.map(({ quantity }) => quantity)

test('a double tap adds one item; a later tap adds another [product.3] [bag.18]', async () => {
  stopClock()
  show(aDetailed())
  await userEvent.click(await screen.findByRole('radio', { name: 'M' }))
  const tap = () => userEvent.click(screen.getAllByRole('button', { name: 'Add to bag' })[0]!)
  const isReady = () =>
    waitFor(() => expect(screen.queryByRole('button', { name: 'Adding to bag...' })).toBeNull())

  await tap()
  await isReady()
  await tap()
  await isReady()
  expect(quantities()).toEqual([1])

  waitPastDoubleTap()
  await tap()
  await isReady()
  expect(quantities()).toEqual([2])
})

test('another size tapped right after is added too [product.3] [bag.18]', async () => {
  stopClock()
  show(aDetailed())
  await screen.findByRole('heading', { level: 1 })

  await addToCart()
  await waitFor(() => expect(quantities()).toEqual([1]))
  await userEvent.click(screen.getByRole('radio', { name: 'L' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Add to bag' })).toHaveLength(2))
  await userEvent.click(screen.getAllByRole('button', { name: 'Add to bag' })[0]!)

  await waitFor(() => expect(quantities()).toEqual([1, 1]))
})

test('a failed addition shows a message [product.3]', async () => {
  saveSession({ token: 'a-token', user: asha })
  show(aDetailed(), { 'cart/view/asha': { products: [], totalAmount: 0 } })
  await screen.findByRole('heading', { level: 1 })

  await addToCart()

  expect(await screen.findByText('Product could not be added to cart!')).toBeInTheDocument()
})

test('a tap when the bag has the last one says so, and not that it was added [product.3] [bag.17]', async () => {
  const product = aDetailed({ stock: { S: 0, M: 1, L: 0 } })
  show(product)
  await screen.findByRole('heading', { level: 1 })
  const line = aCartLine({ productId: product, size: 'M', quantity: 1 })
  await getDefaultStore().set(cartAtom, (cart) => ({ ...cart, products: [line] }))

  await addToCart()

  expect(await screen.findByText('Only 1 left in size M')).toBeInTheDocument()
  expect(screen.queryByText('Added to bag')).not.toBeInTheDocument()
  expect(quantities()).toEqual([1])
})

test('a tap during the request does not add a second item [product.3]', async () => {
  saveSession({ token: 'a-token', user: asha })
  show(aDetailed(), { 'cart/view/asha': { products: [], totalAmount: 0 } })
  await userEvent.click(await screen.findByRole('radio', { name: 'M' }))
  const sent = vi.spyOn(globalThis, 'fetch')
  const button = screen.getAllByRole('button', { name: 'Add to bag' })[0]!

  fireEvent.click(button)
  fireEvent.click(button)

  const changes = () =>
    sent.mock.calls.filter(([requests]) => (requests as Request).method === 'POST')
  await waitFor(() => expect(changes()).toHaveLength(1))
  await screen.findByText('Product could not be added to cart!')
  expect(changes()).toHaveLength(1)
})
