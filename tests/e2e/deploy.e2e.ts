import type { Page } from '@playwright/test'

import { deployedStore } from '#tests/support/deployedStore.ts'
import { violationsOf } from '#tests/support/shopping.ts'
import { expect, test, untilControlled } from '#tests/support/storeTest.ts'

const none = /nothing is missing/
const offer = 'A new version of the store is ready.'

test.use({ seesWorker: false })

const lookForNewVersion = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })

const programsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .join(' '),
  )

test('a new version is announced, and comes in when the shopper says so, where they are [pwa.8]', async ({
  page,
  baseURL,
}) => {
  const store = await deployedStore(baseURL!, none)
  await page.goto(`${store.origin}/collections?category=women-sarees`)
  await untilControlled(page)
  const bag = page.getByRole('link', { name: /^Bag/ }).locator('visible=true').first()
  await bag.click()
  await expect(page.getByText('You have no items in cart')).toBeVisible()
  await page.goBack()
  store.deploy()

  await lookForNewVersion(page)
  await expect(page.getByText(offer)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await bag.click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText(offer)).toBeHidden()
  await page.goBack()
  expect(await programsOf(page)).toContain('before.js')
  const anew = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update' }).click()
  await anew

  await expect(page).toHaveURL(/category=women-sarees/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sarees' })).toBeVisible()
  await expect(page.getByText(offer)).toBeHidden()
  expect(await programsOf(page)).not.toContain('before.js')
  store.stop()
})

test('a page that was open across a deploy opens what it has not fetched yet [pwa.8]', async ({
  page,
  baseURL,
}) => {
  const store = await deployedStore(baseURL!, /AboutPage/)
  await page.goto(store.origin)
  await untilControlled(page)
  store.deploy()

  await page.getByRole('link', { name: 'About us' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us', { timeout: 40_000 })
  expect(new URL(page.url()).pathname).toBe('/about-us')
  store.stop()
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a page that was open across a deploy goes on, too [pwa.8]', async ({ page, baseURL }) => {
    const store = await deployedStore(baseURL!, /AboutPage/)
    await page.goto(store.origin, { waitUntil: 'networkidle' })
    store.deploy()

    await page.getByRole('link', { name: 'About us' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
    store.stop()
  })
})
