import { expect, type Page } from '@playwright/test'

import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { placeOrder } from '#tests/support/shopper/shopByCalls.ts'

/** Logs in a new customer and has the demo courier deliver their order. */
export async function deliveredOrder(page: Page): Promise<{ orderId: string; productId: string }> {
  await openLoggedIn(page, '/order-listing')
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
  const placed = await placeOrder(page)
  await page.goto(`/order-details?id=${placed.orderId}`)
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible({
    timeout: 30_000,
  })
  return placed
}
