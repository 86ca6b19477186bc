import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/storeTest.ts'

const overlay = 'No Internet Connection'

test('a cut line covers the page within a second, and its return uncovers it within two [pwa.7] [shell.26]', async ({
  page,
  context,
  openInstalled,
}) => {
  await openInstalled('/')
  await expect(page.getByRole('navigation').first()).toBeVisible()

  // A busy machine may be late once, a store that waits too long is late each time.
  const covered: number[] = []
  const uncovered: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const isCovered = msAfter(page, 'offline')
    await context.setOffline(true)
    covered.push(await isCovered)
    const isUncovered = msAfter(page, 'online')
    await context.setOffline(false)
    uncovered.push(await isUncovered)
  }

  expect(Math.min(...covered)).toBeLessThan(1000)
  expect(Math.min(...uncovered)).toBeLessThan(2000)
})

/** How long the page takes, by its own clock, until it shows what has become of its line. */
const msAfter = (page: Page, event: 'offline' | 'online') =>
  page.evaluate(
    ([event, words]) =>
      new Promise<number>((done) => {
        const begin = ({ timeStamp }: Event) => {
          const look = () => {
            const shown = [...document.querySelectorAll('h1, h2')].some(
              (heading) => heading.textContent === words && heading.checkVisibility(),
            )
            if (shown === (event === 'offline')) done(performance.now() - timeStamp)
            else requestAnimationFrame(look)
          }
          look()
        }
        addEventListener(event, begin, { once: true })
      }),
    [event, overlay] as const,
  )

test('pages seen before open without a line, and a product of the seen list too [pwa.2] [pwa.3] [pwa.7]', async ({
  page,
  context,
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

  await context.setOffline(true)
  for (const path of ['/', '/collections', seen, unseen]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Continue with saved pages' }).click()
    await expect(page.getByText('You are offline. Showing saved pages.')).toBeVisible()
    await expect(page.locator('main').getByRole('link').first()).toBeVisible()
    if (path === seen) await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    if (path === unseen) await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('every route opens its shell without a line [pwa.2]', async ({
  page,
  context,
  openInstalled,
}) => {
  await openInstalled('/')
  await context.setOffline(true)

  for (const path of ['/cart', '/checkout', '/search', '/order-tracking', '/about-us']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    const goOn = page.getByRole('button', { name: 'Continue with saved pages' })
    await expect(goOn, path).toBeVisible()
  }
})
