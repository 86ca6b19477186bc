import type { BrowserContext, Page } from '@playwright/test'

import {
  newPhone,
  type OnShow,
  onShow,
  putIntoBag,
  signUp,
  violationsOf,
} from '#tests/support/shopping.ts'
import { expect, test, untilControlled } from '#tests/support/storeTest.ts'

/** What the server has, asked for past the page. */
async function read<Answer>(page: Page, path: string): Promise<Answer> {
  const { token, userId } = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    userId: (JSON.parse(localStorage.getItem('user') ?? '{}') as { _id?: string })._id,
  }))
  const answer = await page.request.get(`/api${path.replace(':userId', userId ?? '')}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as Answer
}

const quantities = async (page: Page) => {
  const { result } = await read<{ result: { products: { quantity: number }[] } }>(
    page,
    '/cart/view/:userId',
  )
  return result.products.map(({ quantity }) => quantity)
}
const hearts = async (page: Page) =>
  (await read<{ allProductIds?: string[] }>(page, '/wishlist/viewWishlistProductIds')).allProductIds
/** Everything that the server has of the customer, as text. */
const everything = async (page: Page) => JSON.stringify(await read(page, '/user/export'))

/** What the server gets of a first address. */
const address = {
  label: 'home',
  street: '12 Palm Residency',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
}

/** Logged in, with one item in the bag and one address, and every page open without a connection. */
async function begin(page: Page): Promise<OnShow> {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await page.goto('/#login')
  await signUp(page, newPhone())
  await untilControlled(page)
  await putIntoBag(page, product)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.request.post('/api/address/add', {
    headers: { Authorization: `Bearer ${token}` },
    data: address,
  })
  return product
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue with saved pages' }).click()

async function cut(page: Page, context: BrowserContext) {
  await context.setOffline(true)
  await goOn(page)
}

/** The changes that leave the page, with their keys. */
function watchChanges(page: Page) {
  const sent: { call: string; key: string | undefined }[] = []
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && key)
      sent.push({ call: `${request.method()} ${pathname}`, key })
  })
  return sent
}

test('what is changed in bag, wishlist, addresses and profile without a connection is marked, survives a reload, and is sent once [pwa.13] [wish.4] @phone', async ({
  page,
  context,
}) => {
  const product = await begin(page)
  await page.goto('/myaccount/profile', { waitUntil: 'networkidle' })
  await page.goto('/myaccount/addresses', { waitUntil: 'networkidle' })
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await cut(page, context)

  await page.getByLabel(`Quantity of ${product.name}`).selectOption('2')
  await expect(page.getByRole('main').getByText('Waiting to send')).toBeVisible()
  await page.goto(`/products/${product._id}`)
  await goOn(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Add ${product.name} to wishlist` })
    .first()
    .click()
  await expect(page.getByRole('button', { name: '2 changes waiting to send' })).toBeVisible()
  await page.goto('/myaccount/profile')
  await goOn(page)
  await page.getByLabel('First Name').fill('Mira')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('main').getByText('Waiting to send')).toBeVisible()
  await page.goto('/myaccount/addresses')
  await goOn(page)
  await page.getByRole('button', { name: 'Change Address' }).click()
  const form = page.getByRole('dialog', { name: 'Change address' })
  await form.getByRole('button', { name: 'Update the pin & proceed' }).click()
  await form.getByLabel('Address', { exact: true }).fill('7 Lake View')
  await form.getByRole('button', { name: 'Update Address' }).click()
  await expect(page.getByRole('main').getByText('Waiting to send')).toBeVisible()
  await expect(page.getByRole('main').getByText('7 Lake View')).toBeVisible()

  await page.goto('/cart')
  await goOn(page)
  await expect(page.getByLabel(`Quantity of ${product.name}`)).toHaveValue('2')
  await page.getByRole('button', { name: '4 changes waiting to send' }).click()
  const sheet = page.getByRole('dialog', { name: 'Waiting to send' })
  await expect(sheet.getByRole('listitem')).toHaveCount(4)
  expect(await violationsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Close' }).click()

  const sent = watchChanges(page)
  await context.setOffline(false)
  await expect.poll(() => quantities(page)).toEqual([2])
  await expect.poll(() => hearts(page)).toEqual([product._id])
  await expect(page.getByRole('button', { name: /waiting to send/ })).toBeHidden()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('user'))).toContain('Mira')
  await expect.poll(() => everything(page)).toContain('7 Lake View')
  expect(await everything(page)).toContain('Mira')
  const changes = sent.filter(({ call }) => !call.includes('/push/'))
  expect(changes.map(({ call }) => call)).toEqual([
    'PUT /api/cart/update',
    'POST /api/wishlist/add',
    'PUT /api/user/profile',
    'PUT /api/address/update',
  ])
})

test('a store in trouble for ten seconds loses no heart, and is not overrun [pwa.13] @phone', async ({
  page,
}) => {
  const product = await begin(page)
  let [posts, probes] = [0, 0]
  let isDown = true
  await page.context().route('**/api/wishlist/add', async (route) => {
    posts += 1
    if (!isDown) return route.continue()
    return route.fulfill({ status: 500, body: 'Internal error' })
  })
  page.context().on('request', (request) => {
    if (request.url().includes('/healthz')) probes += 1
  })
  await page.goto(`/products/${product._id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: `Add ${product.name} to wishlist` })
    .first()
    .click()
  await expect.poll(() => posts).toBe(1)

  const began = Date.now()
  await expect(page.getByRole('button', { name: '1 change waiting to send' })).toBeVisible()
  await expect.poll(() => Date.now() - began, { timeout: 15_000 }).toBeGreaterThan(10_000)
  expect(posts).toBeGreaterThan(1)
  expect(posts).toBeLessThanOrEqual(8)
  expect(probes).toBeLessThanOrEqual(8)

  isDown = false
  await expect.poll(() => hearts(page)).toEqual([product._id])
  await expect(page.getByRole('button', { name: /waiting to send/ })).toBeHidden()
})

test('whoever logs out while something waits is asked: stay, send it first, or discard it [pwa.13] [pwa.11] [login.6] @phone', async ({
  page,
  context,
}) => {
  const product = await begin(page)
  await page.goto('/myaccount', { waitUntil: 'networkidle' })
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await cut(page, context)
  await page.getByLabel(`Quantity of ${product.name}`).selectOption('3')
  await expect(page.getByRole('main').getByText('Waiting to send')).toBeVisible()
  await page.goto('/myaccount')
  await goOn(page)
  const logout = () => page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Log out before your changes are sent?' })

  await logout()
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(question).toBeHidden()
  await logout()
  await question.getByRole('button', { name: 'Send and log out' }).click()
  await expect(question.getByText("We couldn't send your changes.")).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await question.getByRole('button', { name: 'Discard and log out' }).click()

  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(page.getByRole('button', { name: /waiting to send/ })).toBeHidden()
})
