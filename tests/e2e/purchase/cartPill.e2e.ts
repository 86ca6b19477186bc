import type { Page } from '@playwright/test'

import { addToCart, onShow } from '#tests/support/shopper/shopping.ts'
import { isFull } from '#tests/support/proofScale.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

for (const width of isFull ? [360, 390] : [360]) {
  test(`at ${width} px the bag pill is visible at every scroll position, and covers no control [shell.22] [a11y.1] @phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const [product] = await onShow(page, 1)
    if (!product) throw new Error('The demo store is sold out')
    await addToCart(page, product)
    const pages = [
      ...['/', '/collections', '/customer-support'],
      ...(isFull ? [`/products/${product._id}`, '/contact-us'] : []),
    ]

    for (const path of pages) {
      await test.step(path, async () => {
        await page.goto(path, { waitUntil: 'networkidle' })
        await expect(page.locator('[data-cart-pill]')).toBeVisible()
        for (let screen = 0; screen < 12; screen += 1) {
          await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), screen * 370)
          const where = `${path}, screen ${screen}`
          await expect.poll(() => pillOn(page), where).toEqual({ isShown: true, covered: [] })
        }
      })
    }
  })
}

/** Whether the pill is shown above everything else, and the controls below it. */
const pillOn = (page: Page) =>
  page.evaluate(() => {
    const pill = document.querySelector<HTMLElement>('[data-cart-pill]')!
    const box = pill.getBoundingClientRect()
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    const isCovered = (element: Element) => {
      const { left, right, top: above, bottom, width } = element.getBoundingClientRect()
      return (
        width > 0 && left < box.right && right > box.left && above < box.bottom && bottom > box.top
      )
    }
    const controls = document.querySelectorAll(
      'main :is(button, input, select, textarea, label, summary), nav :is(a, button)',
    )
    return {
      isShown: pill.contains(top) && getComputedStyle(pill).opacity === '1',
      covered: [...controls]
        .filter((element) => !element.closest('dialog, [popover]') && isCovered(element))
        .map((element) => element.outerHTML.slice(0, 120)),
    }
  })
