import { expect, type Page } from '@playwright/test'

import { placeOrder } from './shopByCalls.ts'
import { newPhone, signUp } from './shopping.ts'

/** Somebody new is signed in, and the demo courier has just brought what they ordered. */
export async function deliveredOrder(page: Page): Promise<{ orderId: string; productId: string }> {
  await page.goto('/order-listing')
  await signUp(page, newPhone())
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
  const placed = await placeOrder(page)
  await page.goto(`/order-details?id=${placed.orderId}`)
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible({
    timeout: 30_000,
  })
  return placed
}
