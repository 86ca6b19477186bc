import type { BrowserContext, Page } from '@playwright/test'

import { onShow, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/faults/networkTest.ts'
import { untilControlled } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

const overlay = 'No Internet Connection'

test('a lost connection covers the page within a second, and the overlay closes within two seconds of its return [pwa.7] [shell.26]', async ({
  page,
  goOffline,
  goOnline,
  openInstalled,
}) => {
  await openInstalled('/')
  await expect(page.getByRole('navigation').first()).toBeVisible()

  // Slow runs of a busy machine are the exception; a store that waits too long is slow every time.
  let [covered, uncovered] = [Infinity, Infinity]
  for (let turn = 0; turn < 8 && (covered >= 1000 || uncovered >= 2000); turn++) {
    const watch = await watchConnection(page)
    await goOffline()
    covered = Math.min(covered, await watch.evaluate(({ coveredAfter }) => coveredAfter))
    await goOnline()
    uncovered = Math.min(uncovered, await watch.evaluate(({ uncoveredAfter }) => uncoveredAfter))
  }

  expect(covered).toBeLessThan(1000)
  expect(uncovered).toBeLessThan(2000)
})

/** The time in ms, by the page's own clock, until it shows the state of the connection. */
const watchConnection = (page: Page) =>
  page.evaluateHandle((words) => {
    const isCovered = () =>
      [...document.querySelectorAll('h1, h2')].some(
        (heading) => heading.textContent === words && heading.checkVisibility(),
      )
    const msAfter = (event: string, isDone: () => boolean) =>
      new Promise<number>((done) => {
        const measure = ({ timeStamp }: Event) => {
          const look = () =>
            isDone() ? done(performance.now() - timeStamp) : requestAnimationFrame(look)
          look()
        }
        addEventListener(event, measure, { once: true })
      })
    return {
      coveredAfter: msAfter('offline', isCovered),
      uncoveredAfter: msAfter('online', () => !isCovered()),
    }
  }, overlay)

test('previously opened pages open offline, and so does a product seen in a list [pwa.2] [pwa.3] [pwa.7] @old-chromium', async ({
  page,
  goOffline,
  openInstalled,
}) => {
  await openInstalled('/')
  await page.goto('/collections')
  const cards = page.locator('main a[href^="/products/"]')
  await expect(cards.first()).toBeVisible()
  const seen = (await cards.nth(0).getAttribute('href')) ?? ''
  const unseen = (await cards.nth(3).getAttribute('href')) ?? ''
  await page.goto(seen)
  const title = await page.getByRole('heading', { level: 1 }).innerText()

  await goOffline()
  for (const path of ['/', '/collections', seen, unseen]) {
    await page.goto(path)
    // After "Continue with saved pages" no page shows the overlay.
    if (path === '/') {
      await page.getByRole('button', { name: 'Continue with saved pages' }).click()
    }
    await expect(page.getByText('You’re offline. Showing saved pages.')).toBeVisible()
    if (path !== '/') await expect(page.getByText(/^Prices from .* ago\./)).toBeVisible()
    if (path === '/collections') await expectHeaderBelow(page, 'You’re offline')
    if (path === '/collections') await expectMenuCloses(page)
    await expect(page.locator('main').getByRole('link').first()).toBeVisible()
    if (path === seen) await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    if (path === unseen) await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

/** Further down the page too, the header is visible below the bar at the top. */
async function expectHeaderBelow(page: Page, notice: string) {
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  const barBox = await page.getByRole('status').filter({ hasText: notice }).boundingBox()
  const cartBox = await page
    .getByRole('link', { name: /^Bag/ })
    .locator('visible=true')
    .first()
    .boundingBox()
  expect(barBox?.y).toBe(0)
  expect(cartBox?.y).toBeGreaterThanOrEqual(barBox?.height ?? Infinity)
}

/** The bar at the top covers nothing of a full-screen menu. */
async function expectMenuCloses(page: Page) {
  await page.getByRole('button', { name: 'Collection' }).click()
  const menu = page.getByRole('region', { name: 'Collection' })
  await expect(menu.getByText('Kurtis', { exact: true })).toBeVisible()
  await menu.getByRole('button', { name: 'Close' }).click({ timeout: 5000 })
  await expect(menu).toBeHidden()
}

test('an empty shell paints nothing, so its scripts load at once [pwa.2] @phone @proof', async ({
  page,
  openInstalled,
}) => {
  await openInstalled('/')
  // The clock stands still, so a timer of more than a second never fires.
  await page.addInitScript(() => {
    const later = setTimeout
    const atMost = (call: () => void, ms = 0) => (ms < 1000 ? later(call, ms) : later(() => 0, ms))
    Object.assign(globalThis, { setTimeout: atMost })
  })

  await page.goto('/cart')

  await expect(page.getByText('You have no items in cart')).toBeVisible()
})

test('a page that was loading while the worker became active is controlled too [pwa.2] @phone @proof', async ({
  page,
  context,
}) => {
  const finishInstalling = await blockRequests(context, '**/shells/checkout')
  const finishLoading = await blockRequests(page, '**/about-us')
  const requestTo = (path: string) =>
    context.waitForEvent('request', (request) => request.url().endsWith(path))
  const installs = requestTo('/shells/checkout')
  await page.goto('/')
  await installs

  const loads = requestTo('/about-us')
  const opened = page.goto('/about-us')
  await loads
  finishInstalling()
  const state = () =>
    context.serviceWorkers()[0]?.evaluate(() => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return registration.active?.state
    })
  await expect.poll(state).toBe('activated')
  finishLoading()
  await opened

  await untilControlled(page)
})

/** Blocks the requests for a URL; returns a function that releases them. */
async function blockRequests(where: Page | BrowserContext, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await where.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('offline, a new search, filter or order finds what is saved on the device, with its age [pwa.3] [pwa.7] [search.1]', async ({
  page,
  goOffline,
  openInstalled,
}) => {
  await openInstalled('/collections?category=women-kurtis')
  await page.goto('/collections?category=men-kurtas')
  await expect(page.getByRole('article').first()).toBeVisible()
  await goOffline()
  await page.getByRole('button', { name: 'Continue with saved pages' }).click()

  await page.goto('/search?q=kurta%20under%202000')

  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'saved here for “kurta under 2000”',
  )
  await expect(page.getByText(/Prices from less than a minute ago/)).toBeVisible()
  const sort = page.getByRole('combobox', { name: 'Sort' }).locator('visible=true')
  await sort.selectOption('Price Low to High')
  await expect(page).toHaveURL(/sort=asc/)
  const prices = async () => {
    const texts = await page.getByRole('article').locator('b').allTextContents()
    return texts.map((text) => Number(text.replace(/[₹,]/g, '')))
  }
  const areSorted = (values: number[]) =>
    values.length > 2 && values.every((value, place) => value >= (values[place - 1] ?? 0))
  await expect.poll(async () => areSorted(await prices())).toBe(true)
  expect(Math.max(...(await prices()))).toBeLessThanOrEqual(2000)

  await page.locator('input[role=combobox]').locator('visible=true').first().fill('kurti')
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(/kurti/i)

  await page.goto('/share?text=striped%20kurta')
  await expect(page).toHaveURL('/search?q=striped%20kurta')
  await expect(page.getByRole('article').first()).toContainText(/striped/i)
  await page.goto('/search?q=parachute')
  await expect(page.getByRole('heading', { name: 'Nothing saved for “parachute”' })).toBeVisible()
})

test('every route opens its shell offline [pwa.2]', async ({ page, goOffline, openInstalled }) => {
  await openInstalled('/')
  await goOffline()

  for (const path of ['/cart', '/checkout', '/search', '/order-tracking', '/about-us']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    const continueButton = page.getByRole('button', { name: 'Continue with saved pages' })
    await expect(continueButton, path).toBeVisible()
  }
})

test('behind a captive portal stored pages open, and the overlay links to its login page [pwa.3] [pwa.7] [shell.26] @proof', async ({
  page,
  context,
  openInstalled,
}) => {
  await openInstalled('/')
  await page.goto('/collections')
  const cards = page.locator('main a[href^="/products/"]')
  await expect(cards.first()).toBeVisible()
  const name = await cards.first().innerText()
  const login = { contentType: 'text/html', body: '<h1>Hotel Wi-Fi login</h1>' }
  await context.route(/\/(api|assets|photos|network-login)\b/, (route) => route.fulfill(login))
  await context.route(/\/healthz/, (route) =>
    route.fulfill({ status: 302, headers: { location: 'https://login.hotel.example/' } }),
  )

  await page.goto('/collections')
  const overlay = page.getByRole('alertdialog', { name: 'This network needs you to log in' })
  await expect(overlay).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const opened = context.waitForEvent('page')
  await overlay.getByRole('link', { name: 'Open login page' }).click()
  const portal = await opened
  await expect(portal.getByRole('heading', { name: 'Hotel Wi-Fi login' })).toBeVisible()
  await portal.close()
  await overlay.getByRole('button', { name: 'Continue with saved pages' }).click()
  await expect(page.getByText('This network needs you to log in.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
  await expect(cards.first()).toContainText(name)

  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const again = await context.newPage()
  await again.goto('/network-login')
  await expect(again).toHaveURL('/')
  await page.bringToFront()
  await expect(page.getByText('This network needs you to log in.')).toBeHidden()
  await expect(cards.first()).toContainText(name)
})

test.describe('on a first visit', () => {
  test.use({ hasWorker: false })

  test('a toast that cannot load leaves the page unchanged, and appears when the connection is back [shell.27] [pwa.7]', async ({
    page,
  }) => {
    const [product] = await onShow(page, 1)
    const chunk = '**/assets/Toasts-*.js'
    await page.route(chunk, (route) => route.abort('internetdisconnected'))
    const isLost = page.waitForEvent('requestfailed', (request) =>
      /Toasts-.*js/.test(request.url()),
    )
    await page.goto(`/products/${product?._id}`)
    await page.getByRole('radio', { name: product?.size[0] ?? '', exact: true }).check()
    await page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').click()
    await isLost
    await expect(page.getByRole('link', { name: 'Bag, 1 item' }).first()).toBeAttached()

    await page.unroute(chunk)
    await page.evaluate(() => dispatchEvent(new Event('online')))

    await untilToast(page, 'Added to bag')
  })
})
