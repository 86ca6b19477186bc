import { codeFor, newPhone, signUp, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { untilToast } from '#tests/support/pages/toasts.ts'

test.use({ hasWorker: false })

test('a changed profile is saved [profile.1] [shell.11] [a11y.1]', async ({ page }) => {
  await page.goto('/myaccount/profile')
  await signUp(page, newPhone())
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
  await expect(page.getByLabel('Gender')).toHaveValue('Female')
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('No changes to update')).toBeVisible()
  await page.getByLabel('First Name').fill('Mira')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await untilToast(page, 'Profile updated successfully!')
  await page.reload()

  await expect(page.getByLabel('First Name')).toHaveValue('Mira')
})

test('a customer downloads their data and deletes the account [law.1] [login.6]', async ({
  page,
}) => {
  const phone = newPhone()
  await page.goto('/myaccount/profile')
  await signUp(page, phone)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('pehno-my-data.json')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account?' })
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send OTP' }).click()
  // The OTP of the login is in the inbox already, so the new one is awaited after its field has
  // appeared.
  await expect(dialog.getByRole('textbox')).toBeVisible()
  await dialog.getByRole('textbox').fill(await codeFor(page, phone))
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a complaint gets a ticket [law.1] [support.1] [a11y.1]', async ({ page }) => {
  await page.goto('/customer-support')
  await page.getByLabel('Name').fill('Meera Joshi')
  await page.getByLabel('Mobile number').fill(newPhone())
  await page.getByLabel('What went wrong?').fill('The parcel was open')
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Submit complaint' }).click()

  await expect(page.getByText(/Your ticket number is C-[2-9A-Z]{8}/)).toBeVisible()
})
