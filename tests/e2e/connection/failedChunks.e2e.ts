import { onShow, scrollDown, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

/** A chunk that never loads and that no worker has stored. */
test.use({ hasWorker: false })

/** Called by the page at the tap on "Try again". */
declare function onTapped(): void

const isOfReviews = (url: string) => url.includes('/assets/ReviewSection')

test('a product stays visible when the chunk of its reviews fails to load [product.1] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  const lost = page.waitForEvent('requestfailed', (request) => isOfReviews(request.url()))
  await page.route(
    ({ href }) => isOfReviews(href),
    (route) => route.abort(),
  )
  await page.goto(`/products/${product?._id}`)
  await scrollDown(page)
  await lost
  await page.waitForLoadState('networkidle')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product?.name ?? '')
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeHidden()
  await expect(
    page.getByRole('button', { name: 'Add to bag' }).locator('visible=true'),
  ).toBeVisible()
})

test.describe('while the store cannot serve a chunk', () => {
  const busy = { status: 503, contentType: 'text/plain', body: 'Busy' }

  test('a tap on Account opens a dialog with an error, and "Try again" loads the login [pwa.8] [login.1] [a11y.1] @phone', async ({
    page,
  }) => {
    // Until the tap: the page also tries again by itself.
    let isTapped = false
    await page.exposeFunction('onTapped', () => (isTapped = true))
    await page.route('**/assets/deferred-*.js', (route) =>
      isTapped ? route.fallback() : route.fulfill(busy),
    )
    await page.goto('/')

    await page.getByRole('button', { name: 'Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Login or Signup' })
    await expect(dialog.getByText('This didn’t load.')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    const account = page.getByRole('button', { name: 'Account' })
    await account.evaluate((button) =>
      button.addEventListener('focus', () => (document.body.dataset.wasFocused = 'true')),
    )
    await dialog.evaluate((frame) => (frame.dataset.isSame = 'true'))
    const again = dialog.getByRole('button', { name: 'Try again' })
    await again.evaluate((button) => button.addEventListener('click', () => onTapped()))
    await again.click()

    await expect(dialog.getByLabel('Mobile number')).toBeFocused()
    // Focus never left the dialog, so a screen reader announces one dialog only.
    await expect(dialog).toHaveAttribute('data-is-same', 'true')
    await expect(page.locator('body')).not.toHaveAttribute('data-was-focused')
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
  })

  test('a page shows an error, and its content once the chunk loads, without a reload [pwa.8] [shell.29] @phone', async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const chunk = '**/assets/InformationPages-*.js'
    await page.route(chunk, (route) => route.fulfill(busy))

    await page.getByRole('link', { name: 'About us' }).first().click()
    await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible()
    await page.unroute(chunk)

    await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeVisible()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })
})
