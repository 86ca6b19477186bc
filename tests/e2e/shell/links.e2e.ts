import type { Page } from '@playwright/test'

import { orderPath, paths, policyNames, productPath, trackingPath } from '#contract/pages/paths.ts'
import { openLoggedIn, requestStore } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'
import { newPhone, onShow } from '#tests/support/shopper/shopping.ts'
import { expect, test, untilControlled } from '#tests/support/pages/storeTest.ts'

/** The link in the newest message to a phone that has one. */
async function sentLink(page: Page, phone: string): Promise<string> {
  const response = await page.request.get(`/dev/inbox?phone=${phone}`, {
    headers: { Accept: 'application/json' },
  })
  const messages = (await response.json()) as { link?: string }[]
  return messages.find(({ link }) => link)?.link ?? ''
}

const notFound = (page: Page) => page.getByText('We couldn’t find this page')

test('every kind of link that the store sends opens in a browser that has used the store, and a paid link shows on the open order at once [shell.1] [order.2] [order.10] [pwa.2] [pwa.9] @phone @proof', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  const { token } = await openLoggedIn(page, '/about-us', phone)
  await untilControlled(page)
  const [product] = await onShow(page, 1)
  let orderId = ''

  await test.step('a payment link opens, and is paid', async () => {
    // The courier delivers within seconds, and then the link has expired: another order is placed.
    await expect(async () => {
      orderId = (await placeOrder(page)).orderId
      await requestStore(page, token, ['GET', `orders/send-payment-link/${orderId}`])
      const paying = await context.newPage()
      await Promise.all([page.goto(orderPath(orderId)), paying.goto(await sentLink(page, phone))])
      expect(await paying.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      await paying.getByRole('button', { name: /^Pay ₹/ }).click()
      await expect(paying.getByRole('heading', { name: /^Paid ₹/ })).toBeVisible({ timeout: 8000 })

      await expect(page.getByText('PAID', { exact: true })).toBeVisible({ timeout: 2000 })
      await paying.close()
    }).toPass({ timeout: 120_000 })
  })

  await test.step('the links of notifications and the pages that messages and policies name', async () => {
    const links = [
      ...[orderPath(orderId), trackingPath(orderId), productPath(product?._id ?? '')],
      ...[...policyNames.keys()].map((type) => `/policies/${type}`),
      ...[paths.terms, paths.privacy, paths.refundPolicy, paths.profile, `/refund/${orderId}`],
    ]
    for (const link of links) {
      await page.goto(link)
      await expect(page.getByRole('main').getByRole('heading').first(), link).toBeVisible()
      await expect(notFound(page), link).toBeHidden()
    }
  })

  await test.step('what only the server responds to', async () => {
    for (const path of ['/dev/inbox', '/robots.txt', '/sitemap.xml', '/sandbox/pay/unknown']) {
      const response = await page.goto(path)
      expect(response?.fromServiceWorker(), path).toBe(false)
      await expect(notFound(page), path).toBeHidden()
    }
  })
})
