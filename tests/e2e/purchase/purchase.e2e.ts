import { expect, test } from '#tests/support/pages/storeTest.ts'
import {
  enterCodeAndDetails,
  newPhone,
  newStreet,
  onShow,
  ordersOf,
  addToCart,
  requestCode,
  signUp,
  violationsOf,
  writeAddress,
  recordStorageKeys,
} from '#tests/support/shopper/shopping.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ geolocation: { latitude: 22.7533, longitude: 75.8937 }, permissions: ['geolocation'] })

test.describe('a first visit', () => {
  test.use({ asksForLocation: true })

  test('leads from the first visit to the delivery [shell.4] [loc.1] [bag.18] [bag.14] [checkout.5] [success.1] [track.2] [login.8] [loc.10] @old-chromium', async ({
    page,
    consoleMessages,
  }) => {
    const written = await recordStorageKeys(page)
    const [first, second] = await onShow(page, 2)
    if (!first || !second) throw new Error('The demo store is sold out')

    await test.step('chooses a location', async () => {
      await page.goto('/')
      const question = page.getByRole('dialog', { name: 'Change Location' })
      await expect(question).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await question.getByRole('button', { name: 'Detect my location' }).click()
      await expect(question).toBeHidden()
      await expect(page.getByText(/Vijay Nagar/).locator('visible=true')).toBeVisible()
    })

    await test.step('fills a bag and changes it', async () => {
      await addToCart(page, first)
      await addToCart(page, second)
      await page.getByRole('link', { name: 'Bag, 2 items' }).locator('visible=true').click()
      await expect(page.getByRole('heading', { name: 'Items (2)' })).toBeVisible()
      await page.getByLabel(`Quantity of ${first.name}`).first().selectOption('2')
      expect(await violationsOf(page)).toEqual([])
    })

    await test.step('signs up on the way to the payment and keeps the bag', async () => {
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('dialog', { name: 'Login or Signup' })).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      const phone = newPhone()
      await requestCode(page, phone)
      await page.reload()
      await enterCodeAndDetails(page, phone)
      await expect(page.getByRole('heading', { name: 'Items (2)' })).toBeVisible()
      await expect(page.getByLabel(`Quantity of ${first.name}`).first()).toHaveValue('2')
    })

    await test.step('saves an address', async () => {
      await expect(page.getByRole('dialog', { name: 'Add address' })).toBeVisible()
      await writeAddress(page, newStreet())
      await expect(
        page.getByRole('region', { name: 'Delivering to' }).getByText(/^HOME, 12 Palm Residency/),
      ).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })

    await test.step('orders for a receiver whose name is in Hindi', async () => {
      await page.getByText("Receiver's Information").click()
      await page.getByLabel('Name', { exact: true }).fill('आशा राव')
      await page.getByLabel('Phone', { exact: true }).fill('+91 98260-41375')
      await page.getByRole('button', { name: 'Proceed to Payment' }).click()
      await expect(page.getByRole('heading', { name: 'Choose Payment Info' })).toBeVisible()
      await expect(page).toHaveURL(/\/checkout$/)
      await page.getByRole('radio', { name: 'Cash on Delivery' }).check()
      await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeChecked()
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Place Order' }).click()
      await expect(page.getByRole('heading', { name: 'Placing Order...' })).toBeVisible()
      await expect(page.getByText('Your order is placed succesfully!')).toBeVisible()
      await expect(page.getByText(/Redirecting in \d seconds/)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })

    await test.step('tracks it until it is delivered', async () => {
      await expect(page).toHaveURL(/\/order-tracking\?id=/)
      const done = page.getByText(
        'This order is completed. Check this order in your order history.',
      )
      await expect(done).toBeVisible({ timeout: 30_000 })
      expect(await violationsOf(page)).toEqual([])
      const [order] = await ordersOf(page)
      expect(order?.receiver).toEqual({ name: 'आशा राव', contactNumber: '9826041375' })
      expect(order?.history.map(({ status }) => status)).toEqual([
        'Accepted',
        'Shipped',
        'On the way',
        'Delivered',
      ])
      await page.goto('/cart')
      await expect(page.getByText('You have no items in cart')).toBeVisible()
    })

    await test.step('has only the documented keys in storage', () => {
      expect([...written.local].sort()).toEqual(['orderSuccessTimestamp', 'token', 'user'])
      expect([...written.session].sort()).toEqual([
        'isServiceable',
        'last-checked-latlong',
        'location-popup-shown',
        'user-address',
        'user-lat-long',
      ])
    })
    expect(consoleMessages).toEqual([])
  })
})

test('a protected page asks for a login and opens after it [shell.5] [login.5] @phone @proof', async ({
  page,
}) => {
  await page.goto('/myaccount/addresses')
  await expect(page.getByRole('dialog', { name: 'Login or Signup' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)

  await signUp(page, newPhone())
  await expect(page.getByRole('heading', { name: 'Saved Delivery Addresses' })).toBeVisible()
  await expect(page.getByText('No addresses found. Add a new address below.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Saved Delivery Addresses' })).toBeVisible()

  await page.getByRole('button', { name: 'Add New Address' }).click()
  await writeAddress(page, '12 Palm Residency')
  await expect(page.getByText('12 Palm Residency')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove home' }).click()
  await page
    .getByRole('dialog', { name: 'Remove this address?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText('No addresses found. Add a new address below.')).toBeVisible()
})

test('a logout deletes the bag, and the next customer does not see it [login.6] [pwa.11] @phone', async ({
  page,
}) => {
  const [product] = await onShow(page, 1)
  if (!product) throw new Error('The demo store is sold out')
  await page.goto('/myaccount')
  await signUp(page, newPhone())
  await expect(page.getByRole('heading', { name: 'My Account', exact: true })).toBeVisible()
  await addToCart(page, product)

  await page.goto('/myaccount')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(
    page.getByRole('link', { name: 'Bag', exact: true }).locator('visible=true'),
  ).toBeVisible()

  await page.goto('/cart')
  await expect(page.getByText('You have no items in cart')).toBeVisible()
})
