import type { Page } from '@playwright/test'

import { logInByHand } from '#tests/support/shopper/loggedIn.ts'
import {
  openShopper,
  breakCall,
  goOffline,
  mainRegion,
  buttonNamed,
  quantities,
  quantityOf,
  storedText,
  openWithPendingQuantity,
} from '#tests/support/shopper/outboxShopper.ts'
import {
  codeFor,
  newPhone,
  requestCode,
  signUp,
  violationsOf,
} from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

/** The server ends the session as if it had expired; the page notices with its next call. */
async function endSession(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.request.post('/api/user/logout', { headers: { Authorization: `Bearer ${token}` } })
}

async function logInAgain(page: Page, phone: string) {
  await requestCode(page, phone)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(await codeFor(page, phone))
  await expect(dialog).toBeHidden()
}

test('changes waiting when the session expires are sent once the same customer logs in [pwa.13] @phone @proof', async ({
  page,
}) => {
  const phone = newPhone()
  const { cart } = await openWithPendingQuantity(page, { phone, retryAfter: 1 })

  await endSession(page)
  await page.goto('/order-listing')
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
  await expect(buttonNamed(page, /waiting to send/)).toBeHidden()
  cart.restore()
  await logInAgain(page, phone)

  // The pause after some failures may take this long.
  await expect.poll(() => quantities(page), { timeout: 45_000 }).toEqual([2])
  await expect(buttonNamed(page, /waiting to send/)).toBeHidden()
})

test('changes waiting when the session expires are never sent as another customer [pwa.13] [pwa.11] @phone', async ({
  page,
}) => {
  const { cart } = await openWithPendingQuantity(page, { login: logInByHand })

  await endSession(page)
  await page.goto('/order-listing')
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible()
  cart.restore()
  const attempts = cart.attempts()
  await signUp(page, newPhone())
  await page.goto('/cart', { waitUntil: 'networkidle' })

  await expect.poll(() => storedText(page)).not.toContain('cart.update')
  expect(cart.attempts()).toBe(attempts)
  expect(await quantities(page)).toEqual([])
})

test('a customer who logs out with pending changes is asked whether to stay or discard them [pwa.13] [pwa.11] [login.6] @phone @proof', async ({
  page,
  context,
}) => {
  const product = await openShopper(page)
  await page.goto('/myaccount', { waitUntil: 'networkidle' })
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await goOffline(page, context)
  await quantityOf(page, product).selectOption('3')
  await expect(mainRegion(page).getByText('Waiting to send')).toBeVisible()
  await page.goto('/myaccount')
  const logout = mainRegion(page).getByRole('button', { name: 'Logout' })
  const question = page.getByRole('dialog', { name: 'Log out before your changes are sent?' })

  await logout.click()
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(question).toBeHidden()
  await logout.click()
  await question.getByRole('button', { name: 'Send and log out' }).click()
  await expect(question.getByText('We couldn’t send your changes.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await question.getByRole('button', { name: 'Discard and log out' }).click()

  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(buttonNamed(page, /waiting to send/)).toBeHidden()
  await expect.poll(() => storedText(page)).not.toContain('cart.update')
})

test('a logout can send pending changes first [pwa.13] [login.6] @phone @proof', async ({
  page,
}) => {
  const phone = newPhone()
  const product = await openShopper(page, phone)
  const cart = await breakCall(page, 'cart/update')
  await page.goto('/cart', { waitUntil: 'networkidle' })
  await quantityOf(page, product).selectOption('3')
  await expect(mainRegion(page).getByText('Waiting to send')).toBeVisible()
  await page.goto('/myaccount', { waitUntil: 'networkidle' })
  await mainRegion(page).getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Log out before your changes are sent?' })
  cart.restore()

  await question.getByRole('button', { name: 'Send and log out' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.goto('/#login')
  await logInAgain(page, phone)
  expect(await quantities(page)).toEqual([3])
})
