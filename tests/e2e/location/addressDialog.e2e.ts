import type { Page } from '@playwright/test'

import { openLoggedIn } from '#tests/support/shopper/loggedIn.ts'
import { violationsOf, writeStreet } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add address' })
const map = (page: Page) => page.getByRole('application')

async function openDialog(page: Page) {
  await openLoggedIn(page, '/myaccount/addresses')
  await page.getByRole('button', { name: 'Add New Address' }).click()
  await expect(map(page)).toBeVisible()
}

async function choose(page: Page, words: string, place: RegExp) {
  await dialog(page).getByPlaceholder('Enter your location').fill(words)
  const places = dialog(page).getByRole('list', { name: 'Places' })
  await expect(places).toBeVisible()
  expect((await places.boundingBox())?.height).toBeLessThanOrEqual(250)
  await places.getByRole('button', { name: place }).first().click()
  await expect(places).toBeHidden()
  // The list closes at once; the place loads a moment later.
  await expect(dialog(page).getByRole('status').filter({ hasText: place })).toBeVisible()
}

/** The records in the page's IndexedDB that contain a text. */
const storedOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('keyval-store')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opened.onsuccess = () => resolve(opened.result)
      opened.onerror = () => reject(new Error('No database'))
    })
    const all = database.transaction('keyval').objectStore('keyval').getAll()
    const values = await new Promise((resolve) => {
      all.onsuccess = () => resolve(all.result)
    })
    database.close()
    return { database: JSON.stringify(values), local: JSON.stringify({ ...localStorage }) }
  })

test('on a desktop the dialog is at most 800 by 600 pixels and scrolls inside [loc.4] [shell.28] @desktop', async ({
  page,
}) => {
  await openDialog(page)
  /** In whole pixels, because the dialog may still be sliding in. */
  const box = async () => {
    const measured = await dialog(page).locator('> div').boundingBox()
    return { width: Math.round(measured?.width ?? 0), height: Math.round(measured?.height ?? 0) }
  }
  expect((await box()).width).toBe(800)
  expect((await box()).height).toBeLessThanOrEqual(600)
  await choose(page, 'vijay nagar', /Indore, Madhya Pradesh 452010/)
  expect((await box()).height).toBeLessThanOrEqual(600)
  expect((await map(page).boundingBox())?.height).toBeCloseTo(350, 1)
  await expect(dialog(page).getByText('Indore, Madhya Pradesh 452010')).toBeInViewport()
  await expect(dialog(page).getByRole('button', { name: 'Save & Continue' })).toBeInViewport()
  expect(await violationsOf(page)).toEqual([])

  await page.setViewportSize({ width: 1000, height: 480 })
  expect((await box()).height).toBeLessThanOrEqual(480)
  await expect(dialog(page).getByRole('button', { name: 'Save & Continue' })).toBeInViewport()
  await writeStreet(dialog(page), 'Flat 302, 12 Palm Road')
  await dialog(page).getByRole('button', { name: 'Home' }).click()
  await dialog(page).getByRole('button', { name: 'Save & Continue' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Indore, Madhya Pradesh, 452010')).toBeVisible()
})

test('dragging moves the pin and updates the address below the map [loc.4] [loc.7] [loc.11] @phone @proof', async ({
  page,
}) => {
  await openDialog(page)
  expect((await map(page).boundingBox())?.height).toBeCloseTo(350, 1)
  await choose(page, 'vijay nagar', /Indore, Madhya Pradesh 452010/)
  await expect(dialog(page).getByText('Indore, Madhya Pradesh 452010')).toBeVisible()
  await expect(map(page).getByText('Vijay Nagar')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  for (let step = 0; step < 2; step += 1)
    await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(map(page).getByText('Nanda Nagar')).toBeVisible()
  const middle = await map(page).boundingBox()
  if (!middle) throw new Error('The map is not there')
  const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2 - 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 120, { steps: 4 })
  await page.mouse.up()

  await expect(dialog(page).getByText('Indore, Madhya Pradesh 452010')).toBeHidden()
  await expect(dialog(page).getByText(/^Indore, Madhya Pradesh 452\d{3}$/)).toBeVisible()
})

test('typed text survives Back and a reload, and a logout deletes it [loc.4] [loc.5] [login.6] @phone', async ({
  page,
}) => {
  await openDialog(page)
  await choose(page, 'vijay nagar', /Indore, Madhya Pradesh 452010/)
  await page.getByRole('button', { name: 'Update the pin & proceed' }).click()
  const street = dialog(page).getByLabel('Address', { exact: true })
  await street.fill('12 Palm Residency')
  expect(await violationsOf(page)).toEqual([])

  await page.goBack()
  await expect(map(page)).toBeVisible()
  await page.getByRole('button', { name: 'Update the pin & proceed' }).click()
  await expect(street).toHaveValue('12 Palm Residency')
  await page.goBack()
  await expect(map(page)).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(map(page)).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Add New Address' }).click()
  await expect(dialog(page).getByText('Indore, Madhya Pradesh 452010')).toBeVisible()
  await page.getByRole('button', { name: 'Update the pin & proceed' }).click()
  await expect(street).toHaveValue('12 Palm Residency')
  const before = await storedOnDevice(page)
  expect(before.database).toContain('Palm Residency')
  expect(before.local).not.toContain('Palm')

  await page.goto('/myaccount')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(async () => (await storedOnDevice(page)).database).not.toContain('Palm')
})

test('an address is removed after a confirmation [addr.1] [addr.2] @phone', async ({ page }) => {
  await openDialog(page)
  await choose(page, 'vijay nagar', /Indore, Madhya Pradesh 452010/)
  await page.getByRole('button', { name: 'Update the pin & proceed' }).click()
  await writeStreet(dialog(page), 'Flat 302, 12 Palm Road')
  await dialog(page).getByRole('button', { name: 'Work' }).click()
  await page.getByRole('button', { name: 'Save & Continue' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect.poll(async () => (await storedOnDevice(page)).database).not.toContain('"landmark"')

  await page.getByRole('button', { name: 'Remove work' }).click()
  const question = page.getByRole('dialog', { name: 'Remove this address?' })
  await expect(
    question.getByText('WORK, Flat 302, 12 Palm Road, Vijay Nagar, Indore, Madhya Pradesh, 452010'),
  ).toBeVisible()
  await question.getByRole('button', { name: 'Remove' }).click()

  await expect(page.getByText('Address deleted successfully!')).toBeAttached()
  await expect(page.getByText('No addresses found. Add a new address below.')).toBeVisible()
})
