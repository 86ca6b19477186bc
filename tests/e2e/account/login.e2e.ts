import { codeFor, newPhone, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test('a login survives a typo in the number, a reload, a wrong OTP and a reload of the details [login.1] [login.2] [login.3] @old-chromium @phone', async ({
  page,
  isMobile,
}) => {
  const phone = newPhone()
  await page.goto('/#login', { waitUntil: 'networkidle' })
  const dialog = page.getByRole('dialog')
  const number = dialog.getByLabel('Mobile number')
  const otp = dialog.getByLabel('OTP, 6 digits')

  await number.press('Enter')
  await expect(number).toHaveAccessibleDescription('Mobile number is required')
  await number.pressSequentially(phone.slice(0, 9))
  await expect(number).toHaveAccessibleDescription('Minimum length is 10 digits')
  await number.pressSequentially(`${phone.slice(9)}7`)
  await expect(number).toHaveAccessibleDescription('Maximum length is 10 digits')
  expect(await violationsOf(page)).toEqual([])
  await number.press('Backspace')
  await number.press('Enter')

  await expect(dialog.getByText(`OTP sent on this number +91-${phone}`)).toBeVisible()
  await expect(dialog.getByText(/^Resend OTP in \d+s$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(number).toHaveValue(phone)
  await number.press('Enter')
  await expect(otp).toBeFocused()

  await page.reload()
  await expect(dialog.getByText(`+91-${phone}`)).toBeVisible()
  await expect(dialog.getByText(/^Resend OTP in \d+s$/)).toBeVisible()
  const code = await codeFor(page, phone)
  await otp.pressSequentially(code.replace(/^./, (first) => (first === '9' ? '0' : '9')))
  await expect(otp).toHaveAccessibleDescription('Entered OTP is incorrect!')
  await expect(otp).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.type(code)

  await dialog.getByLabel('Name').fill('Meera Joshi')
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'User Details' })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Meera Joshi')
  await dialog.getByLabel('Date of birth').fill('1996-03-14')
  await dialog.getByRole('radio', { name: 'Female' }).check()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  const account = isMobile
    ? page.getByRole('link', { name: 'Account' })
    : page.getByRole('banner').getByText('My Account').locator('visible=true')
  await expect(account).toBeVisible()
  await expect(dialog).toBeHidden()
})
