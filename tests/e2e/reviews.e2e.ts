import { fakePush } from '#tests/support/pages/fakePush.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { ordersOf, violationsOf } from '#tests/support/shopper/shopping.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test('a received item is reviewed, and others read the review [product.8] [a11y.1]', async ({
  page,
}) => {
  await openLoggedIn(page, '/myaccount')
  const { orderId, productId } = await placeOrder(page)
  const words = `Soft, and it fits: ${orderId.slice(0, 8)}`

  const statusNow = async () => (await ordersOf(page))[0]?.orderStatus
  await expect.poll(statusNow, { timeout: 60_000 }).toBe('Delivered')
  await page.goto(`/order-details?id=${orderId}`)
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  await dialog.getByRole('radio', { name: 'True to size' }).check()
  await dialog.getByLabel('Your review (optional)').fill(words)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Thank you for your review')).toBeVisible()

  await page.goto(`/products/${productId}`)
  const review = page.getByRole('article').filter({ hasText: words })
  await review.scrollIntoViewIfNeeded()
  await expect(review.getByText('4 of 5 stars')).toBeAttached()
  await expect(review).toContainText('Meera')
  await expect(review).not.toContainText('Joshi')
})

test('a shopper who wants a sold-out size is asked once for permission, and then subscribed [product.7] [pwa.9] @notifications', async ({
  page,
}) => {
  await fakePush(page)
  const answer = await page.request.get('/api/products/list?limit=60&inStock=true')
  const { result } = (await answer.json()) as {
    result: { data: { _id: string; size: string[]; stock: Record<string, number> }[] }
  }
  const product = result.data.find(({ size, stock }) => size.some((one) => !stock[one]))
  const gone = product?.size.find((one) => !product.stock[one]) ?? ''
  await openLoggedIn(page, '/myaccount')

  await page.goto(`/products/${product?._id}`)
  await page.getByRole('button', { name: `Notify me about ${gone}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: "Get notified when it's back in stock" })
  await expect(dialog.getByRole('checkbox', { name: /^Back in stock/ })).toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Turn on notifications' }).click()

  await expect(page.getByText(`We'll notify you when ${gone} is back in stock`)).toBeVisible()
  await page.goto('/myaccount')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByText('Notifications on this device')).toBeVisible()
})
