import type { Page } from '@playwright/test'

import {
  addAddressByCalls,
  addToCartByCalls,
  openLoggedIn,
} from '#tests/support/shopper/loggedIn.ts'
import { onShow, addToCart, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test('a receiver can be corrected letter by letter, with each error at its field [bag.9] [bag.12] [bag.13] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await addToCart(page, product)
  await page.goto('/cart', { waitUntil: 'networkidle' })
  const name = page.getByLabel('Name')
  const phone = page.getByLabel('Phone')

  await page.getByText("Receiver's Information").click()
  await name.pressSequentially('R2D2')
  await phone.pressSequentially('58260413759')
  await expect(phone).toHaveValue('5826041375')
  await expect(name).toHaveAccessibleDescription("Please enter a valid receiver's name")
  expect(await violationsOf(page)).toEqual([])

  await name.press('ControlOrMeta+a')
  await name.pressSequentially('Meera Joshi')
  await phone.press('Tab')
  await expect(name).toHaveValue('Meera Joshi')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expect(phone).toHaveAccessibleDescription('Please enter a valid phone number for receiver')

  await phone.press('ControlOrMeta+a')
  await phone.pressSequentially('9826041375')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await expect.poll(() => storedReceiverPhone(page)).toBe('9826041375')
  await page.reload()
  await page.getByText("Receiver's Information").click()
  await expect(name).toHaveValue('Meera Joshi')
  await expect(phone).toHaveValue('9826041375')
})

/** Each letter is stored in turn, which takes longer than typing on a busy machine. */
const storedReceiverPhone = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('keyval-store')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keyval').objectStore('keyval').get('receiver')
          reading.onsuccess = () => {
            opening.result.close()
            resolve((reading.result as { contactNumber?: string } | undefined)?.contactNumber)
          }
        }
      }),
  )

test('the button stays busy until the checkout opens, and is ready after Back [bag.14] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  const loggedIn = await openLoggedIn(page, '/about-us')
  await addAddressByCalls(page, loggedIn)
  await addToCartByCalls(page, loggedIn, product)
  await page.goto('/cart', { waitUntil: 'networkidle' })
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
  await expect(proceed).toBeEnabled()
  // While another document is requested, Playwright can't read the page.
  await page.evaluate(() =>
    addEventListener('pagehide', () => {
      const button = document.querySelector('[data-action-bar] button')
      sessionStorage.setItem('was-busy', String(button?.ariaBusy))
    }),
  )

  await proceed.click()
  await expect(page.getByRole('heading', { name: 'Choose Payment Info' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('was-busy'))).toBe('true')

  await page.goBack()
  await expect(proceed).toBeEnabled()
  await expect(proceed).not.toHaveAttribute('aria-busy')
})
