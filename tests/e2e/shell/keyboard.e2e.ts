import type { Locator, Page } from '@playwright/test'

import { goToCheckout } from '#tests/support/shopper/loggedIn.ts'
import { addToCart, codeFor, newPhone, onShow } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

/**
 * The elements in the page, or in the open dialog, whose focus ring is cut off by a container or by
 * the edge of the window, with the missing pixels. Each is focused as the Tab key would.
 */
async function cutFocusRings(page: Page): Promise<string[]> {
  // A dialog may still be sliding in.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // After a key press, an element that gets focus from a script shows its ring too.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const toleratedPx = 0.5
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const focusable = [...scope.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility({ checkVisibilityCSS: true }),
    )

    /** The elements that show the ring: the focused one, or what stands for a hidden field. */
    function ringsOf(element: HTMLElement) {
      const label = element.closest('label')
      const shown = label ? [element, label, ...label.querySelectorAll('*')] : [element]
      return shown.flatMap((one) => {
        const style = getComputedStyle(one)
        if (style.outlineStyle === 'none') return []
        const width = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset)
        const { left, top, right, bottom } = one.getBoundingClientRect()
        return [
          {
            one,
            left: left - width,
            top: top - width,
            right: right + width,
            bottom: bottom + width,
          },
        ]
      })
    }

    function cutBy({ one, ...ring }: ReturnType<typeof ringsOf>[number]): number {
      let missing = Math.max(-ring.left, ring.right - document.documentElement.clientWidth)
      for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, contentVisibility } = getComputedStyle(box)
        if (overflowX === 'visible' && overflowY === 'visible' && contentVisibility !== 'auto')
          continue
        const edge = box.getBoundingClientRect()
        const sides = [edge.left - ring.left, edge.top - ring.top]
        sides.push(ring.right - edge.right, ring.bottom - edge.bottom)
        missing = Math.max(missing, ...sides)
      }
      return missing
    }

    return focusable.flatMap((element) => {
      element.focus()
      if (document.activeElement !== element) return []
      const missing = Math.max(0, ...ringsOf(element).map(cutBy))
      const name = element.getAttribute('aria-label') ?? element.textContent
      return missing > toleratedPx ? [`${name?.trim()}: ${missing.toFixed(1)} px`] : []
    })
  })
}

test.use({ hasWorker: false })

test.describe.configure({ timeout: 240_000 })

const maxTabs = 80

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < maxTabs; step += 1) {
    // Includes frames and shadow roots.
    if (await target.evaluate((node) => node.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The tab key does not lead there')
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }).locator('visible=true').last())
  await page.keyboard.press('Enter')
}

test('a list is filtered and sorted with the keyboard alone [list.2] [list.3] [a11y.1] @desktop @proof', async ({
  page,
  isMobile,
}) => {
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
  const { keyboard } = page
  const filters = isMobile
    ? page.getByRole('dialog', { name: 'Filters' })
    : page.getByRole('complementary', { name: 'Filters' })
  if (isMobile) await press(page, 'Filter')

  await press(page, 'M')
  await expect(filters.getByRole('button', { name: 'M', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const lowest = filters.getByRole('slider', { name: 'Lowest price' })
  await tabTo(page, lowest)
  const before = Number(await lowest.inputValue())
  await keyboard.press('ArrowRight')
  expect(Number(await lowest.inputValue())).toBeGreaterThan(before)
  const inStock = filters.getByRole('checkbox', { name: 'In stock' })
  await tabTo(page, inStock)
  await keyboard.press('Space')
  await expect(inStock).toBeChecked()
  if (isMobile) await press(page, /^Show \d+ items?$/)
  await expect(page).toHaveURL(/size=M/)
  await expect(page).toHaveURL(/inStock=true/)
  await expect(page).toHaveURL(/min=\d+/)

  const sort = page.getByRole('combobox', { name: 'Sort' }).locator('visible=true')
  await tabTo(page, sort)
  await keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/sort=newest/)
  await press(page, 'Remove filter Size M')
  await expect(page).not.toHaveURL(/size=M/)
})

test('no focus ring is cut off by a list, a rail, a column or the window [a11y.1] @proof', async ({
  page,
  isMobile,
}) => {
  await goToCheckout(page)
  await page.waitForLoadState('networkidle')
  expect.soft(await cutFocusRings(page), 'checkout').toEqual([])
  const list = '/collections?category=women-kurtis&size=M'
  for (const path of ['/', list, '/search?q=kurta', '/cart', '/myaccount']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    expect.soft(await cutFocusRings(page), path).toEqual([])
  }
  const [product] = await onShow(page, 1)
  await page.goto(`/products/${product?._id}`, { waitUntil: 'networkidle' })
  expect.soft(await cutFocusRings(page), 'product').toEqual([])
  if (!isMobile) return
  await page.goto(list, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: /^Filter/ }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
  expect.soft(await cutFocusRings(page), 'filters').toEqual([])
})

test('after a link is followed with the keyboard, the focus is on the content of the next page [a11y.1] @desktop', async ({
  page,
}) => {
  await page.goto('/collections?category=women-kurtis', { waitUntil: 'networkidle' })
  await tabTo(page, page.locator('main a[href^="/products/"]').first())
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/products\//)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/\/collections/)
  await expect(page.getByRole('main')).toBeFocused()
})

// A phone has no Tab key.
test('the keyboard alone leads from the bag to the order [a11y.1] @desktop', async ({ page }) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await addToCart(page, product)
  await page.goto('/cart')
  const { keyboard } = page

  await test.step('increases the quantity', async () => {
    const quantity = page.getByLabel(`Quantity of ${product.name}`)
    await tabTo(page, quantity)
    await keyboard.press('ArrowDown')
    await expect(quantity).toHaveValue('2')
  })

  await test.step('sees the receiver’s information above the bar with the action', async () => {
    const receiver = page.locator('summary', { hasText: "Receiver's Information" })
    await tabTo(page, receiver)
    const bar = await page.getByRole('button', { name: 'Select Address to Proceed' }).boundingBox()
    await expect
      .poll(async () => {
        const { y = Infinity, height = 0 } = (await receiver.boundingBox()) ?? {}
        return y + height
      })
      .toBeLessThanOrEqual(bar?.y ?? 0)
  })

  await test.step('searches for a place by name', async () => {
    await press(page, 'Select Address to Proceed')
    await tabTo(page, page.getByPlaceholder('Enter your location'))
    await keyboard.type('vijay nagar')
    const place = page.getByRole('list', { name: 'Places' }).getByRole('button', { name: /Indore/ })
    await tabTo(page, place.first())
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('logs in', async () => {
    const phone = newPhone()
    await press(page, 'Proceed to Payment')
    await expect(page.getByLabel('Mobile number')).toBeFocused()
    await keyboard.type(phone)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await keyboard.press('Enter')
    await expect(page.getByText(`+91-${phone}`)).toBeVisible()
    await keyboard.type(await codeFor(page, phone))
    await tabTo(page, page.getByRole('dialog').getByLabel('Name'))
    await keyboard.type('Meera Joshi')
    await tabTo(page, page.getByLabel('Date of birth'))
    await keyboard.type('14031996')
    await tabTo(page, page.getByRole('radio', { name: 'Male', exact: true }))
    await keyboard.press('ArrowRight')
    await press(page, 'Submit')
  })

  await test.step('saves an address after moving the pin north', async () => {
    await expect(page.getByRole('dialog', { name: 'Add address' })).toBeVisible()
    await tabTo(page, page.getByRole('application'))
    await keyboard.press('ArrowUp')
    await expect(page.getByLabel('City / District')).toHaveValue('Indore')
    await expect(page.getByRole('dialog', { name: 'Add address' })).toBeVisible()
    await tabTo(page, page.getByLabel('House or flat number, floor, building'))
    await keyboard.type('Flat 302')
    await tabTo(page, page.getByLabel('Address', { exact: true }))
    await keyboard.type('12 Palm Road')
    await press(page, 'Home')
    await press(page, 'Save & Continue')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('places the order', async () => {
    await press(page, 'Proceed to Payment')
    await expect(page).toHaveURL(/\/checkout$/)
    await press(page, 'Place Order')
    // The payment window traps the focus; its button continues.
    await expect(page.getByRole('dialog', { name: 'Pehno' })).toBeVisible()
    await press(page, /^Pay ₹/)
    await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
  })
})
