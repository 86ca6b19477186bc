import type { BrowserContext, Page } from '@playwright/test'

import { moneyText } from '#ui/text/Price.tsx'
import {
  codeFor,
  enterCodeAndDetails,
  newPhone,
  newStreet,
  onShow,
  ordersOf,
  requestCode,
  writeAddress,
} from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

/**
 * Translates all pages as a browser does: each text node is replaced by an element with the
 * translation, and so is each text that appears or changes later. The translation has the same words, so
 * that a test can find them, but is not the same text.
 */
async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const untranslated = 'script, style, textarea, [translate="no"], font'

    function translate(text: Text) {
      if (!text.data.trim() || text.parentElement?.closest(untranslated)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = `${text.data} `
      outer.append(inner)
      text.replaceWith(outer)
    }

    function translateAll(root: Node) {
      const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text as Text)
      for (const text of found) translate(text)
    }

    const observer = new MutationObserver((mutations) => {
      for (const { target, addedNodes } of mutations) {
        for (const node of [target, ...addedNodes]) if (document.contains(node)) translateAll(node)
      }
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}

test.describe.configure({ timeout: 120_000 })
test.use({
  hasWorker: false,
  asksForLocation: true,
  actionTimeout: 20_000,
  geolocation: { latitude: 22.7533, longitude: 75.8937 },
  permissions: ['geolocation'],
})

const visible = (page: Page, text: string | RegExp) =>
  page.getByText(text).locator('visible=true').first()

test('a translated store takes an order, and every amount, count and error is the current one @proof', async ({
  context,
  page,
  consoleMessages,
}) => {
  await translatePages(context)
  const product = (await onShow(page, 20)).find(({ size }) => size.length > 1)
  if (!product) throw new Error('The demo store is sold out')
  const totalRow = page.locator('dl > div', { hasText: 'inclusive of all taxes' })

  await test.step('chooses a location', async () => {
    await page.goto('/')
    const question = page.getByRole('dialog', { name: 'Change Location' })
    await question.getByRole('button', { name: 'Detect my location' }).click()
    await expect(visible(page, /Vijay Nagar/)).toBeVisible()
  })

  await test.step('searches twice', async () => {
    await page.goto('/search', { waitUntil: 'networkidle' })
    const field = page.getByRole('combobox', { name: 'Search' }).locator('visible=true')
    for (const words of ['kurta', 'saree']) {
      await field.fill(words)
      await expect(page.getByRole('option').first()).toBeVisible()
      await field.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`“${words}”`)
      const { total } = await listOf(page, `search=${words}`)
      await expect(visible(page, `${total} items`)).toBeVisible()
    }
  })

  await test.step('filters and sorts', async () => {
    await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
    const before = await listOf(page, 'category=women-kurtis')
    await expect(visible(page, `${before.total} items`)).toBeVisible()
    await page.getByRole('button', { name: /^Filter/ }).click()
    const filters = page.getByRole('dialog')
    await filters.getByRole('button', { name: 'S', exact: true }).click()
    const after = await listOf(page, 'category=women-kurtis&size=S&warehouse=indore')
    await filters.getByRole('button', { name: `Show ${after.total} items` }).click()
    await expect(filters).toBeHidden()
    await expect(visible(page, `${after.total} items`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Filter · 1' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Price Low to High')
    await expect(page).toHaveURL(/sort=asc/)
  })

  await test.step('adds a product to the bag', async () => {
    await page.goto(`/products/${product._id}`, { waitUntil: 'networkidle' })
    const add = page.getByRole('button', { name: 'Add to bag' }).locator('visible=true')
    await add.click()
    await expect(visible(page, 'Select a size')).toBeVisible()
    const sizes = page.getByRole('group', { name: 'Select Size' })
    await sizes.getByRole('radio', { name: product.size[0] ?? '', exact: true }).check()
    await expect(page.getByText('Select a size')).toHaveCount(0)
    await add.click()
    await untilToast(page, 'Added to bag')
  })

  await test.step('changes the quantity', async () => {
    await page
      .getByRole('link', { name: /^Bag, 1 item/ })
      .locator('visible=true')
      .click()
    await expect(page.getByRole('heading', { name: 'Items (1)' })).toBeVisible()
    const forOne = amountIn(await totalRow.innerText())
    await page.getByLabel(`Quantity of ${product.name}`).selectOption('3')
    const forThree = moneyText(forOne + 2 * product.discountedPrice)
    await expect(totalRow).toContainText(forThree)
    await expect(page.locator('[data-action-bar]')).toContainText(forThree)
  })

  await test.step('logs in', async () => {
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    const phone = newPhone()
    await requestCode(page, phone)
    const boxes = page.getByRole('dialog').getByRole('textbox')
    const code = await codeFor(page, phone)
    await boxes.fill(code === '111111' ? '222222' : '111111')
    await expect(page.getByText('Entered OTP is incorrect!')).toBeVisible()
    await enterCodeAndDetails(page, phone)
  })

  await test.step('saves an address', async () => {
    await writeAddress(page, newStreet())
    await expect(
      page.getByRole('region', { name: 'Delivering to' }).getByText(/^HOME, 12 Palm Residency/),
    ).toBeVisible()
  })

  await test.step('orders', async () => {
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByRole('heading', { name: 'Choose Payment Info' })).toBeVisible()
    await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
    const shown = await totalRow.textContent()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
    await expect(page.getByText('Redirecting in 3 seconds')).toBeVisible()
    const [order] = await ordersOf(page)
    expect(shown).toContain(moneyText((order?.amountDetails.finalAmount ?? 0) / 100))
  })

  await test.step('follows the order', async () => {
    await expect(page).toHaveURL(/\/order-tracking\?id=/)
    await expect(visible(page, 'This order is completed.')).toBeVisible({ timeout: 30_000 })
  })

  // The wrong OTP was refused.
  expect(consoleMessages).toEqual([expect.stringContaining('status of 400')])
})

const amountIn = (text: string) => Number(/₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))

async function listOf(page: Page, query: string): Promise<{ total: number }> {
  const response = await page.request.get(`/api/products/list?${query}`)
  return ((await response.json()) as { result: { total: number } }).result
}
