import type { Page } from '@playwright/test'

import { newPhone, onShow, putIntoBag, signUp } from '#tests/support/shopping.ts'
import { expect, test } from '#tests/support/storeTest.ts'

const paths = [
  '/',
  '/collections?category=women-sarees',
  '/search?search=kurta',
  '/wishlist',
  '/myaccount',
  '/cart',
  '/about-us',
]

const sizes = [
  { width: 320, percent: 100 },
  { width: 360, percent: 200 },
]

for (const { width, percent } of sizes) {
  test(`nothing stands out at ${width} px and ${percent} % text [a11y.1] @phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const [product] = await onShow(page, 1)
    if (!product) throw new Error('The demo store is sold out')
    await page.goto('/#login')
    await signUp(page, newPhone())
    await putIntoBag(page, product)

    for (const path of [...paths, `/products/${product._id}`]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('main')).not.toBeEmpty()
      expect({ path, wide: await widthAt(page, percent) }).toEqual({ path, wide: width })
      if (path === '/cart') expect(await beyondFrame(page, 'Change Address')).toBeLessThan(1)
    }
  })
}

/** How wide the page is with letters of this size. */
const widthAt = (page: Page, percent: number) =>
  page.evaluate(async (size) => {
    document.documentElement.style.fontSize = `${size}%`
    await new Promise(requestAnimationFrame)
    return Math.max(document.documentElement.scrollWidth, innerWidth)
  }, percent)

/** How far a button's words stand out of the room of the frame it is in. */
const beyondFrame = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((button) => {
    const frame = button.closest('section')
    if (!frame) throw new Error('It is in no frame')
    const room =
      frame.getBoundingClientRect().right - parseFloat(getComputedStyle(frame).paddingRight)
    const words = document.createRange()
    words.selectNodeContents(button)
    return words.getBoundingClientRect().right - room
  })

test('who wants no motion gets none [a11y.1] @phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/', { waitUntil: 'networkidle' })

  const longest = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].flatMap((node) => {
        const { transitionDuration, animationDuration } = getComputedStyle(node)
        return `${transitionDuration}, ${animationDuration}`.split(', ').map(parseFloat)
      }),
    ),
  )

  expect(longest).toBeLessThanOrEqual(0.001)
})
