import type { Page } from '@playwright/test'

import * as rules from '#contract/rules.ts'
import { deployedStore } from '#tests/support/server/deployedStore.ts'
import { newPhone, onShow, addToCart, signUp } from '#tests/support/shopper/shopping.ts'
import { shiftOf, watchShifts } from '#tests/support/pages/shifts.ts'
import { ageAllStored, untilHomeIsStored } from '#tests/support/pages/storedResponses.ts'
import { expect, test, untilControlled, untilFullyCached } from '#tests/support/pages/storeTest.ts'

/** On the first slides. */
const forWomen = 'Dressed before the dhol starts'
const forMen = 'Ready before the baraat'
const topSlider = (page: Page) => page.locator('section[aria-label="Top Slider"]')

test('home opens again completely, before any script and offline [pwa.2] @proof', async ({
  page,
  context,
  openInstalled,
  consoleMessages,
}) => {
  await openInstalled('/')
  await untilHomeIsStored(page, forWomen)
  await context.setOffline(true)

  const response = await page.goto('/?from=home-screen')

  expect(response?.fromServiceWorker()).toBe(true)
  expect(await response?.text()).toContain(forWomen)
  expect(await response?.headerValue('content-security-policy')).toContain("default-src 'none'")
  await page.getByRole('button', { name: 'Continue with saved pages' }).click()
  await expect(topSlider(page)).toContainText(forWomen)
  expect(consoleMessages.filter((words) => !words.includes('Failed to load resource'))).toEqual([])
})

test('a shopper who chose men sees men’s clothes from the first paint [shell.13] @proof', async ({
  page,
  openInstalled,
  consoleMessages,
}) => {
  await openInstalled('/')
  await untilHomeIsStored(page, forWomen)
  await page.getByRole('button', { name: 'Men', exact: true }).locator('visible=true').click()
  await expect(topSlider(page)).toContainText(forMen)
  await untilHomeIsStored(page, 'gender=men">')

  const response = await page.goto('/', { waitUntil: 'networkidle' })

  const text = (await response?.text()) ?? ''
  expect(text).toContain(forMen)
  await expect(topSlider(page)).toContainText(forMen)
  await expect(page.getByRole('button', { name: 'Men', exact: true }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(consoleMessages).toEqual([])
})

test('the stored home has no customer’s data; after hydration it is personal [pwa.4] [login.5]', async ({
  page,
  openInstalled,
  consoleMessages,
}) => {
  await page.goto('/#login')
  const phone = newPhone()
  await signUp(page, phone)
  const [product] = await onShow(page, 1)
  await addToCart(page, product!)
  await openInstalled('/')
  const stored = await untilHomeIsStored(page, forWomen)
  const user = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}') as Record<string, string>,
  )
  expect(user.contactNumber).toContain(phone)

  for (const own of [phone, user._id ?? '', user.name ?? '', product?.name ?? ''])
    expect(stored).not.toContain(own)
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('link', { name: 'Bag, 1 item' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).locator('visible=true').click()
  await expect(page.getByText('Hi, Meera').locator('visible=true')).toBeVisible()
  expect(consoleMessages).toEqual([])
})

test('home requests nothing within its time to live and new data after it, without a layout shift [pwa.3] [home.1] @proof', async ({
  page,
  context,
  openInstalled,
  consoleMessages,
}) => {
  await openInstalled('/')
  await untilHomeIsStored(page, forWomen)
  await page.goto('/', { waitUntil: 'networkidle' })
  const requests: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The browser requests the page beside the worker, and ends the request when it is not needed.
    const isPreload = 'service-worker-navigation-preload' in request.headers()
    const isData = pathname === '/' || pathname.startsWith('/api/')
    if (request.serviceWorker() && isData && !isPreload) requests.push(pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(requests).toEqual([])

  const newTitle = 'Bridal week begins'
  const sliders = await page.request.get('/api/sliders/viewAllSliders')
  const body = (await sliders.text()).replaceAll(forWomen, newTitle)
  await context.route('**/api/sliders/viewAllSliders', (route) =>
    route.fulfill({ body, contentType: 'application/json', headers: { 'x-api': '1' } }),
  )
  await watchShifts(page)
  await ageAllStored(page, rules.cacheTtl.listsMs)
  const response = await page.goto('/')

  expect(await response?.text()).toContain(forWomen)
  await expect(topSlider(page)).toContainText(newTitle)
  await expect.poll(() => requests.filter((path) => path === '/')).toHaveLength(1)
  expect(requests.filter((path) => path === '/api/home-offers')).toHaveLength(1)
  expect(await shiftOf(page)).toBeLessThan(0.02)
  expect(consoleMessages).toEqual([])
})

test('after an update home is rendered by the new version [pwa.8] @proof', async ({
  page,
  baseURL,
}) => {
  const store = await deployedStore(baseURL!, /nothing is missing/)
  await page.goto(store.origin)
  await untilControlled(page)
  await untilHomeIsStored(page, 'before.js')
  // A worker with open requests is not replaced.
  await untilFullyCached(page)
  store.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible()

  const shell = page.waitForResponse(`${store.origin}/`)
  await page.getByRole('button', { name: 'Update' }).click()

  expect(await (await shell).text()).not.toContain('before.js')
  await expect(topSlider(page)).toContainText(forWomen)
  expect(await untilHomeIsStored(page, forWomen)).not.toContain('before.js')
  store.stop()
})
