import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'
import { openAllScreens } from '#tests/support/pages/openAllScreens.ts'
import { expect, test, untilControlled } from '#tests/support/pages/storeTest.ts'

/** What only a whole browser does: it keeps pages that are left, and says whether the store can be installed. */
test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

test('nothing prevents the store from being installed [pwa.1] @phone', async ({ page }) => {
  await page.goto('/', { waitUntil: 'load' })
  await untilControlled(page)
  const cdp = await page.context().newCDPSession(page)

  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')

  // Each test has a profile of its own, which counts as private browsing.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
})

test('going back shows the page as it was left, without loading it again [pwa.2] @phone', async ({
  page,
}) => {
  await page.goto('/collections', { waitUntil: 'load' })
  await untilControlled(page)
  const product = await page.locator('main a[href^="/products/"]').first().getAttribute('href')

  for (const path of ['/', '/collections', product ?? '', '/search?q=kurta', '/cart'])
    await expectKept(page, path)
})

test('going back shows every screen as it was left [pwa.2] @phone @proof', async ({ page }) => {
  test.setTimeout(600_000)
  const screens = await openAllScreens(page)

  for (const { path } of screens) await expectKept(page, path, 'load')
})

/** Leaves a page for one outside the app, goes back, and expects the same page with its state. */
async function expectKept(
  page: Page,
  path: string,
  // Some screens stay connected, so their network is never idle.
  waitUntil: 'load' | 'networkidle' = 'networkidle',
) {
  await page.goto(path, { waitUntil })
  // A browser may drop a page that still loads when it is left.
  if (waitUntil === 'load') await pause(1000)
  await page.evaluate(() => Object.assign(globalThis, { wasKept: true }))
  await page.goto('/robots.txt')
  await page.goBack({ waitUntil: 'commit' })
  const state = () =>
    page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation') as {
        notRestoredReasons?: unknown
      }[]
      const { pathname, search } = location
      return {
        path: pathname + search,
        wasKept: 'wasKept' in globalThis,
        reasons: entry?.notRestoredReasons ?? null,
      }
    })
  await expect.poll(state, path).toEqual({ path, wasKept: true, reasons: null })
}
