import type { Locator, Page } from '@playwright/test'

import { paths } from '#contract/pages/paths.ts'
import { blockScripts } from '#tests/support/faults/blockScripts.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { newPhone, onShow } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

// Without a worker, every document is rendered by the server and hydrated.
test.use({ hasWorker: false })

test('a customer’s pages hydrate without errors [shell.5] [login.5]', async ({
  page,
  consoleMessages,
}) => {
  await openLoggedIn(page, '/')

  const { home, collections, account, profile, addresses, orders, wishlist, cart } = paths
  for (const path of [home, collections, account, profile, addresses, orders, wishlist, cart]) {
    // The list of orders keeps an event stream open.
    await page.goto(path, { waitUntil: path === orders ? 'load' : 'networkidle' })
    await expect(page.locator('main')).not.toBeEmpty()
    const errors = consoleMessages.filter((words) => !words.includes('blocked by Playwright'))
    expect({ path, errors }).toEqual({ path, errors: [] })
  }
})

test('a number typed into the login stays when the page below changes [shell.5] [login.1]', async ({
  page,
}) => {
  await page.goto('/myaccount')
  const field = page.getByRole('dialog').getByLabel('Mobile number')
  await field.pressSequentially('98765', { delay: 120 })

  await expect(page).toHaveURL(/\/(#.*)?$/)
  await expect(field).toHaveValue('98765')
})

test('a size chosen before hydration is added to the bag [product.3] @proof', async ({ page }) => {
  const [product] = await onShow(page, 1)
  const unblockScripts = await blockScripts(page)
  await page.goto(`/products/${product?._id}`, { waitUntil: 'commit' })
  await page.getByRole('radio', { name: product?.size[0] ?? '', exact: true }).check()

  unblockScripts()
  await page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').click()
  await untilToast(page, 'Added to bag')
})

test('an item added before hydration is in the account’s bag [product.3] [bag.19]', async ({
  page,
}) => {
  await openLoggedIn(page, '/')
  const [product] = await onShow(page, 1)
  const unblockScripts = await blockScripts(page)
  await page.goto(`/products/${product?._id}`, { waitUntil: 'commit' })
  await page.getByRole('radio', { name: product?.size[0] ?? '', exact: true }).check()
  await page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').click()
  const added = page.waitForResponse((response) => response.url().includes('/api/cart/add'))

  unblockScripts()

  expect((await added).status()).toBe(200)
  await untilToast(page, 'Added to bag')
})

test('a query typed before hydration is searched for [shell.7] [search.1]', async ({ page }) => {
  const unblockScripts = await blockScripts(page)
  await page.goto('/search', { waitUntil: 'commit' })
  const field = page.getByRole('combobox', { name: 'Search' }).locator('visible=true')
  await field.fill('juttis')
  unblockScripts()
  await page.waitForLoadState('networkidle')
  await field.press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toContainText('“juttis”')
})

test('a sort order chosen before hydration sorts the list [list.3] @proof', async ({ page }) => {
  const unblockScripts = await blockScripts(page)
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'commit' })
  const sort = page.getByRole('combobox', { name: 'Sort' }).locator('visible=true')
  await sort.selectOption('Price Low to High')

  unblockScripts()
  await expect(page).toHaveURL(/sort=asc/)
})

test('a complaint typed before hydration is not lost [support.1] @proof', async ({ page }) => {
  const unblockScripts = await blockScripts(page)
  await page.goto('/customer-support', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill('Meera Joshi')
  await page.getByLabel('Mobile number').fill(newPhone())
  await page.getByLabel('What went wrong?').fill('The hem was open')
  await page.getByRole('button', { name: 'Submit complaint' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Meera Joshi')

  unblockScripts()

  await expect(page.getByText('Your ticket number is')).toBeVisible()
})

test('a sort order chosen during hydration sorts the list [list.3] @proof', async ({ page }) => {
  await page.addInitScript(clickWhenListening)
  await page.goto('/collections?category=women-kurtis')

  await expect(page).toHaveURL(/sort=asc/)
})

/** Clicks an order when the first event listener is installed and nothing is hydrated. */
function clickWhenListening() {
  const add = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (...args: Parameters<typeof add>) {
    add.apply(this, args)
    if (!(this instanceof HTMLElement) || this.id !== 'root') return
    EventTarget.prototype.addEventListener = add
    queueMicrotask(() => {
      const fields = [...document.querySelectorAll('select')]
      const sort = fields.find((field) => field.checkVisibility())!
      sort.value = 'asc'
      for (const type of ['input', 'change'])
        sort.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
    })
  }
}

test.describe('what is below the first view', () => {
  test('stays HTML until somebody uses the page; a tap in it hydrates it first [shell.5]', async ({
    page,
  }) => {
    await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
    const link = page.getByRole('article').last().getByRole('link')
    expect(await isHydrated(page.getByRole('article').first())).toBe(true)
    expect(await isHydrated(link)).toBe(false)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))

    await link.evaluate((element: HTMLElement) => element.click())

    await expect(page).toHaveURL(/\/products\//)
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  test('changes all the same while nobody has used the page [list.3]', async ({ page }) => {
    await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })

    await page
      .getByRole('combobox', { name: 'Sort' })
      .locator('visible=true')
      .evaluate((select: HTMLSelectElement) => {
        select.value = 'asc'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })

    await expect(page).toHaveURL(/sort=asc/)
    await expect.poll(() => areSorted(page)).toBe(true)
  })
})

/** Whether React has attached itself to an element. */
const isHydrated = (element: Locator) =>
  element.evaluate((node) => Object.keys(node).some((name) => name.startsWith('__react')))

/** Whether the prices of all cards rise. */
const areSorted = async (page: Page) => {
  const texts = await page.getByRole('article').locator('b').allTextContents()
  const prices = texts.map((text) => Number(text.replace(/[₹,]/g, '')))
  return prices.length > 4 && prices.every((price, place) => price >= (prices[place - 1] ?? 0))
}
