import type { Page } from '@playwright/test'

import { openConnection } from '#server/database/client/connect.ts'
import { approvePhoto } from '#server/features/reviews/reviewPhotos.ts'
import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { ordersOf, scrollDown, violationsOf } from '#tests/support/shopper/shopping.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { expect, neverAskForLocation, test } from '#tests/support/pages/storeTest.ts'

/** A push service without a network: it only gives the page a subscription. */
async function fakePush(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(() => {
    let subscription: object | null = null
    const made = () => {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
      return {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'BFx_', auth: 'c2-' } }),
        unsubscribe: async () => {
          subscription = null
          return true
        },
      }
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async () => (subscription = made()),
    })
    Notification.requestPermission = async () => 'granted'
  })
}

test('a received item is reviewed with photos, and others see the review with its approved photos [product.8] [a11y.1] [pwa.4]', async ({
  page,
  browser,
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
  await test.step('the draft is still there after a reload', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Write a review' }).click()
    await expect(dialog.getByLabel('Your review (optional)')).toHaveValue(words)
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  })
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await dialog.getByLabel('Choose photos').setInputFiles([picture, picture])
  await expect(dialog.getByText('Photo 2 uploaded')).toBeAttached()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText(/^Thank you for your review/)).toBeVisible()
  await test.step('the order offers to edit it, also after a reload', async () => {
    await expect(page.getByRole('button', { name: 'Edit your review' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Edit your review' }).click()
    const sent = page.getByRole('dialog', { name: 'Edit your review' })
    await expect(sent.getByLabel('Your review (optional)')).toHaveValue(words)
  })

  await page.goto(`/products/${productId}`)
  // Reviews load once the shopper scrolls.
  await scrollDown(page)
  const review = page.getByRole('article').filter({ hasText: words })
  // The review moves to the front once the customer's own one has been read.
  await expect(() => review.scrollIntoViewIfNeeded({ timeout: 2000 })).toPass()
  await expect(review.getByText('4 out of 5 stars')).toBeAttached()
  await expect(review).toContainText('Meera')
  await expect(review).not.toContainText('Joshi')

  await test.step('the author sees the photos before they are approved', async () => {
    await expect(review.getByText('We’ll show your photos once we’ve checked them')).toBeVisible()
    const thumbnails = review.getByRole('button', { name: /, not shown to others yet$/ })
    await expect(thumbnails).toHaveCount(2)
    const widthOfFirst = () =>
      thumbnails
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(widthOfFirst).toBeGreaterThan(0)
    expect(await violationsOf(page)).toEqual([])
    const stored = await page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      return (await Promise.all(all.map((cache) => cache.keys()))).flat().map(({ url }) => url)
    })
    expect(stored.filter((url) => url.includes('/photos/pending'))).toEqual([])
  })

  const source = await review.locator('img').first().getAttribute('src')
  const [id = ''] = /[\w-]{36}/.exec(source ?? '') ?? []
  await approve(id)

  await test.step('others see the approved photo only', async () => {
    const context = await browser.newContext()
    await neverAskForLocation(context)
    const visitor = await context.newPage()
    await visitor.goto(page.url())
    await scrollDown(visitor)
    const shown = visitor.getByRole('article').filter({ hasText: words })
    const photo = shown.getByRole('button', { name: 'Photo 1 of Meera’s review' })
    await photo.scrollIntoViewIfNeeded()
    await expect(shown.getByRole('button')).toHaveCount(1)
    await photo.click()
    const viewer = visitor.getByRole('dialog', { name: 'Photos of Meera’s review' })
    const large = viewer.getByRole('img', { name: 'Meera’s review, photo 1 of 1' })
    await expect(large).toHaveJSProperty('complete', true)
    expect(await large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      300,
    )
    expect(await violationsOf(visitor)).toEqual([])
    await context.close()
  })
})

/** Approves a photo, as the command line does. */
async function approve(id: string) {
  const { db, close } = openConnection(process.env.DATABASE_URL ?? '')
  await approvePhoto(db, id)
  await close()
}

test('a shopper who wants a sold-out size is asked once for permission, and then subscribed [product.7] [pwa.9] @notifications', async ({
  page,
}) => {
  await fakePush(page)
  // Cheapest first: products without a size come last as recommended.
  const response = await page.request.get(
    '/api/products/list?limit=60&inStock=true&sortBy=discountedPrice&sortOrder=asc',
  )
  const { result } = (await response.json()) as {
    result: { data: { _id: string; size: string[]; stock: Record<string, number> }[] }
  }
  const product = result.data.find(({ size, stock }) => size.some((one) => !stock[one]))
  const gone = product?.size.find((one) => !product.stock[one]) ?? ''
  await openLoggedIn(page, '/myaccount')

  await page.goto(`/products/${product?._id}`)
  await page.getByRole('button', { name: `Notify me about ${gone}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Get notified when it’s back in stock' })
  await expect(dialog.getByRole('checkbox', { name: /^Back in stock/ })).toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Turn on notifications' }).click()

  await expect(page.getByText(`We’ll notify you when ${gone} is back in stock`)).toBeVisible()
  await page.goto('/myaccount')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByText('Notifications on this device')).toBeVisible()
})
