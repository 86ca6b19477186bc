import type { Page } from '@playwright/test'

import {
  googleCalls,
  type GoogleBehaviour,
  stubGoogle,
} from '#tests/support/pages/googleStandIn.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { violationsOf, writeStreet } from '#tests/support/shopper/shopping.ts'
import { expect, test as base } from '#tests/support/pages/storeTest.ts'

/** A store with a Google Maps key for the tests of this file. */
const test = base.extend<object, { origin: string }>({
  origin: [
    async ({}, use) => {
      const store = await privateStore({ GOOGLE_MAPS_KEY: 'key-of-the-tests' })
      await use(store.origin)
      await store.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ origin }, use) => use(origin),
})

test.use({ hasWorker: false })
test.describe.configure({ mode: 'default' })

const dialog = (page: Page) => page.getByRole('dialog')
const googleMap = (page: Page) => page.frameLocator('iframe[title^="Map."]')
const ownMap = (page: Page) => page.getByRole('application')
const pinAddress = (page: Page) => dialog(page).getByRole('status').filter({ hasText: /\d{6}/ })

async function openAddressDialog(page: Page, behaviour: GoogleBehaviour = {}) {
  const google = await stubGoogle(page.context(), behaviour)
  await openLoggedIn(page, '/myaccount/addresses')
  await page.getByRole('button', { name: 'Add New Address' }).click()
  return google
}

async function search(page: Page, words: string) {
  await page.getByPlaceholder('Enter your location').fill(words)
  return page.getByRole('list', { name: 'Places' })
}

/** From the map to a saved address, which must be possible with every map. */
async function finishAddress(page: Page, street: string): Promise<void> {
  await page.getByRole('button', { name: 'Update the pin & proceed' }).click()
  await writeStreet(dialog(page), street)
  await expect(dialog(page).getByLabel('City / District')).toHaveValue('Indore')
  await expect(dialog(page).getByLabel('PIN code')).toHaveValue(/^4520\d\d$/)
  await dialog(page).getByRole('button', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText(street)).toBeVisible()
}

/** The store's own map and places appear instead, and an address can be saved. */
async function finishWithOwnPlaces(page: Page): Promise<void> {
  await expect(ownMap(page)).toBeVisible()
  const places = await search(page, 'vijay nagar')
  await places
    .getByRole('button', { name: /Indore, Madhya Pradesh 452010/ })
    .first()
    .click()
  await expect(pinAddress(page)).toContainText('Indore, Madhya Pradesh 452010')
  await finishAddress(page, '12 Palm Residency')
}

test('with a key, map, search and addresses come from Google [loc.3] [loc.4] [loc.7] [loc.11]', async ({
  page,
}) => {
  const { requests } = await openAddressDialog(page)
  await expect(googleMap(page).getByText('Drawn by Google')).toBeVisible()
  const { height } = (await page.locator('iframe[title^="Map."]').boundingBox()) ?? {}
  expect(height).toBeCloseTo(350, 1)
  expect(await violationsOf(page)).toEqual([])

  const places = await search(page, 'vijay')
  await expect(page.getByText('Google Maps', { exact: true })).toBeVisible()
  await places.getByRole('button', { name: 'Vijay Nagar by Google' }).click()
  await expect(pinAddress(page)).toContainText('AB Road, Vijay Nagar')
  await expect(pinAddress(page)).toContainText('Indore, Madhya Pradesh 452010')

  await googleMap(page).getByRole('button', { name: 'Drag the pin' }).click()
  await expect(pinAddress(page)).toContainText('7 Pin Street')
  await search(page, 'palasia')
  const searches = async () => (await googleCalls(page)).filter(({ name }) => name === 'search')
  await expect.poll(async () => (await searches()).length).toBe(2)
  await page.getByPlaceholder('Enter your location').fill('')
  await expect(page.getByRole('list', { name: 'Places' })).toBeHidden()

  const calls = await googleCalls(page)
  const named = (name: string) => calls.filter((call) => call.name === name).map((c) => c.request)
  expect(named('map')).toEqual([expect.objectContaining({ zoom: 15, mapId: 'DEMO_MAP_ID' })])
  expect(named('search')).toEqual([
    expect.objectContaining({
      input: 'vijay',
      includedRegionCodes: ['in'],
      includedPrimaryTypes: ['geocode'],
      session: 0,
    }),
    // The choice has ended the first autocomplete session.
    expect.objectContaining({ input: 'palasia', session: 1 }),
  ])
  expect(named('details')).toEqual([
    { fields: ['formattedAddress', 'location', 'addressComponents'] },
  ])
  expect(named('panTo')[0]).toEqual({ lat: 22.7533, lng: 75.8937 })
  expect(named('reverse').at(-1)).toEqual({ location: { lat: 22.7543, lng: 75.8937 } })

  await finishAddress(page, '7 Pin Street, flat 3')
  // The script loads once for the map and once for the searches, never through the service worker.
  expect(requests).toHaveLength(2)
  expect(requests.every(({ url }) => url.includes('key=key-of-the-tests'))).toBe(true)
  expect(requests.filter(({ isOfWorker }) => isOfWorker)).toEqual([])
})

test('a place found by search is saved with its exact coordinates [loc.7] [loc.11] @proof', async ({
  page,
}) => {
  await openAddressDialog(page)
  await (await search(page, 'vijay')).getByRole('button').first().click()
  await expect(pinAddress(page)).toContainText('452010')
  const saved = page.waitForRequest(/\/api\/address\/add/)
  await finishAddress(page, '12 Palm Residency')

  expect((await saved).postDataJSON()).toMatchObject({
    city: 'Indore',
    state: 'Madhya Pradesh',
    postalCode: '452010',
    latitude: '22.7533',
    longitude: '75.8937',
  })
})

test('guests search with Google too, and only a search loads it [loc.2] [loc.11] @proof', async ({
  page,
}) => {
  const { requests } = await stubGoogle(page.context())
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Choose Address' }).locator('visible=true').click()
  await expect(page.getByRole('dialog', { name: 'Your Location' })).toBeVisible()
  expect(requests).toEqual([])

  await (await search(page, 'vijay')).getByRole('button', { name: 'Vijay Nagar by Google' }).click()

  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText(/^AB Road, Vijay Nagar/).locator('visible=true')).toBeVisible()
  expect(requests).toHaveLength(1)
})

test('Google’s code cannot access the store, and messages of other frames are ignored [loc.11] [safe.5]', async ({
  page,
}) => {
  await openAddressDialog(page)
  await expect(googleMap(page).getByText('Drawn by Google')).toBeVisible()
  const frame = page.frames().find((one) => one.url().endsWith('/maps-frame'))

  const reached = await frame?.evaluate(() => {
    const attempts = {
      page: () => parent.document.title,
      storage: () => localStorage.getItem('token'),
      cookie: () => document.cookie,
    }
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        return `${name}: ${String(attempt())}`
      } catch {
        return `${name}: refused`
      }
    })
  })
  expect(reached).toEqual(['page: refused', 'storage: refused', 'cookie: refused'])

  await page.evaluate(() =>
    postMessage({ type: 'moved', point: { latitude: 19.07, longitude: 72.87 } }),
  )
  await frame?.evaluate(() => parent.postMessage({ type: 'moved', point: 'nowhere' }, '*'))
  await googleMap(page).getByRole('button', { name: 'Drag the pin' }).click()
  await expect(pinAddress(page)).toContainText('7 Pin Street')
  const calls = await googleCalls(page)
  expect(calls.filter(({ name }) => name === 'reverse')).toHaveLength(1)
})

const failures: [what: string, behaviour: GoogleBehaviour][] = [
  ['the script cannot be loaded', { script: 'fails' }],
  ['the script does not come', { script: 'never' }],
  ['the key is bad', { rejectsKey: true }],
]
for (const [what, behaviour] of failures) {
  test(`the store’s own map replaces Google’s silently if ${what} [loc.11] @proof`, async ({
    page,
  }) => {
    await openAddressDialog(page, behaviour)

    await finishWithOwnPlaces(page)
  })
}

test('the store’s own map is used if a policy forbids the frame [loc.11] [safe.5] @proof', async ({
  page,
  context,
}) => {
  // Like a document that was stored before the store had a key.
  await context.route('**/myaccount/addresses', async (route) => {
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy'] ?? ''
    await route.fulfill({
      response,
      headers: {
        ...response.headers(),
        'content-security-policy': policy.replace("frame-src 'self'", "frame-src 'none'"),
      },
    })
  })
  await openLoggedIn(page, '/')
  const { requests } = await stubGoogle(context)
  await page.goto('/myaccount/addresses')
  await page.getByRole('button', { name: 'Add New Address' }).click()

  await finishWithOwnPlaces(page)
  expect(requests).toEqual([])
})

test('when Google’s quota is used up, the search uses the store’s own places [loc.3] [loc.11] @proof', async ({
  page,
}) => {
  await openAddressDialog(page, { search: 'no quota' })
  await expect(googleMap(page).getByText('Drawn by Google')).toBeVisible()
  await search(page, 'vijay')

  await finishWithOwnPlaces(page)
})

test('the store’s own places are searched if Google finds nothing [loc.3] [loc.11] @proof', async ({
  page,
}) => {
  await openAddressDialog(page, { search: 'finds nothing', reverse: 'finds nothing' })

  const places = await search(page, 'vijay nagar')
  await places
    .getByRole('button', { name: /Indore, Madhya Pradesh 452010/ })
    .first()
    .click()
  await expect(pinAddress(page)).toContainText('Vijay Nagar')
  // The new place is in the same area, so its text would not show that it has been looked up.
  const lookup = page.waitForResponse(/\/places\/reverse/)
  await googleMap(page).getByRole('button', { name: 'Drag the pin' }).click()
  await lookup

  await expect(pinAddress(page)).toContainText('Indore, Madhya Pradesh 452010')
  await finishAddress(page, '12 Palm Residency')
})

test('failing place details are reported, and the search uses the store’s own places [loc.8] [loc.11] @proof', async ({
  page,
}) => {
  await openAddressDialog(page, { details: 'unknown' })
  await (await search(page, 'vijay')).getByRole('button', { name: 'Vijay Nagar by Google' }).click()

  await expect(page.getByText('Failed to get place details from google maps api.')).toBeAttached()
  await finishWithOwnPlaces(page)
})

test('a failing lookup is reported, and the store’s own places name the pin [loc.8] [loc.11] @proof', async ({
  page,
}) => {
  await openAddressDialog(page, { reverse: 'no quota' })
  await (await search(page, 'vijay')).getByRole('button', { name: 'Vijay Nagar by Google' }).click()
  await googleMap(page).getByRole('button', { name: 'Drag the pin' }).click()

  await expect(
    page.getByText('Something went wrong while fetching your address from google map api.'),
  ).toBeAttached()
  await expect(pinAddress(page)).toContainText('Vijay Nagar')
  await expect(ownMap(page)).toBeVisible()
  await finishAddress(page, '12 Palm Residency')
})

test('on its own origin the frame sends a referrer, as a restricted key needs [loc.11] [safe.5] @proof', async ({
  page,
}) => {
  const store = await privateStore((port) => ({
    GOOGLE_MAPS_KEY: 'key-of-the-tests',
    MAPS_ORIGIN: `http://localhost:${port}`,
  }))
  try {
    const { requests } = await stubGoogle(page.context())
    await page.goto(store.origin, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Choose Address' }).locator('visible=true').click()
    await (
      await search(page, 'vijay')
    )
      .getByRole('button', { name: 'Vijay Nagar by Google' })
      .click()
    await expect(page.getByText(/^AB Road, Vijay Nagar/).locator('visible=true')).toBeVisible()

    const { port } = new URL(store.origin)
    expect(requests.map(({ referer }) => referer)).toEqual([`http://localhost:${port}/`])
    const frame = page.frames().find((one) => one.url().endsWith('/maps-frame'))
    const reach = frame?.evaluate(() => parent.document.title)
    await expect(reach).rejects.toThrow(/cross-origin/)
  } finally {
    await store.close()
  }
})
