import { onShow } from '#tests/support/shopping.ts'
import { expect, test } from '#tests/support/storeTest.ts'

/** A file of the program that never arrives, and that no worker has kept. */
test.use({ serviceWorkers: 'block' })

const isOfReviews = (url: string) => url.includes('/assets/ReviewSection')

test('a product stays when the program of its reviews is lost [product.1] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  const lost = page.waitForEvent('requestfailed', (request) => isOfReviews(request.url()))
  await page.route(
    ({ href }) => isOfReviews(href),
    (route) => route.abort(),
  )
  await page.goto(`/products/${product?._id}`)
  await lost
  await page.waitForLoadState('networkidle')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product?.name ?? '')
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeHidden()
  await expect(
    page.getByRole('button', { name: 'Add to bag' }).locator('visible=true'),
  ).toBeVisible()
})
