import { deliveredOrder } from '#tests/support/shopper/deliveredOrder.ts'
import { violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test, untilControlled } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test.describe('with the service worker', () => {
  test.use({ hasWorker: true })

  test('an item is returned with a photo, and its return status is shown [order.1] [order.4] [order.5] [pwa.4] [a11y.1]', async ({
    page,
  }) => {
    await deliveredOrder(page)
    await page.getByRole('button', { name: /^Return / }).click()
    const sheet = page.getByRole('dialog', { name: 'Return Details' })
    const send = sheet.getByRole('button', { name: 'Request return' })

    await test.step('a reason is required', async () => {
      await send.click()
      await expect(sheet.getByRole('alert')).toHaveText('Please select a reason for return')
      await sheet.getByRole('radio', { name: 'Quality issue' }).check()
      await expect(sheet.getByRole('alert')).toBeHidden()
    })

    await test.step('photos are uploaded and can be removed', async () => {
      const buffer = await page.screenshot()
      const picture = { name: 'photo.png', mimeType: 'image/png', buffer }
      await sheet.getByLabel('Choose photos').setInputFiles([picture, picture])
      await expect(sheet.getByText('Photo 2 uploaded')).toBeAttached()
      await sheet.getByRole('button', { name: 'Remove Photo 2' }).click()
      await expect(sheet.getByRole('img', { name: /^Photo/ })).toHaveCount(1)
      await expect(sheet.getByText('Photo 1 uploaded')).toBeAttached()
      await expect(send).toBeEnabled()
      expect(await violationsOf(page)).toEqual([])
    })

    await send.click()

    await expect(sheet).toBeHidden()
    const details = page.getByRole('region', { name: 'Return Details' })
    await expect(details).toContainText('Reason: Quality issue')
    const photo = details.getByRole('img', { name: 'Return photo 1' })
    await expect(photo).toHaveJSProperty('complete', true)
    expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      100,
    )
    expect(await violationsOf(page)).toEqual([])
    await test.step('the service worker stores no private photos', async () => {
      await untilControlled(page)
      await page.reload()
      await expect(photo).toHaveJSProperty('complete', true)
      const stored = await page.evaluate(async () => {
        const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
        const requests = await Promise.all(all.map((cache) => cache.keys()))
        return requests.flat().map(({ url }) => new URL(url).pathname)
      })
      expect(stored.filter((path) => path.startsWith('/photos/returns'))).toEqual([])
    })
    // The demo courier picks it up, and the page shows it without a reload.
    await expect(details.locator('li[aria-current="step"]')).toContainText('Returned', {
      timeout: 20_000,
    })
    await expect(page.getByText(/^Refunded:|^Refund (due|on its way)/)).toBeVisible()
  })
})

test('a photo whose upload failed is sent again [order.5] @proof', async ({ page }) => {
  await deliveredOrder(page)
  await page.getByRole('button', { name: /^Return / }).click()
  const sheet = page.getByRole('dialog', { name: 'Return Details' })
  await page.route('**/api/orders/return-photos', (route) => route.abort(), { times: 1 })
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await sheet.getByLabel('Choose photos').setInputFiles(picture)
  await expect(sheet.getByText('Not uploaded')).toBeVisible()
  await sheet.getByRole('radio', { name: 'Other' }).check()
  await sheet.getByRole('button', { name: 'Request return' }).click()
  await expect(
    sheet.getByText('Some photos weren’t uploaded. Please try again or remove them.'),
  ).toBeVisible()

  await sheet.getByRole('button', { name: 'Upload Photo 1 again' }).click()
  await expect(sheet.getByText('Photo 1 uploaded')).toBeAttached()

  const text = { name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await sheet.getByLabel('Choose photos').setInputFiles(text)
  await expect(sheet.getByText('Choose a JPEG, PNG or WebP photo')).toBeVisible()
})

test('an item is exchanged for another size with the keyboard alone [order.1] [order.5] [a11y.1] @proof', async ({
  page,
}) => {
  await deliveredOrder(page)
  const opener = page.getByRole('button', { name: /^Return / })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Return Details' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(/^Size issue/)).toBeFocused()
  await page.keyboard.press('Space')

  const sheet = page.getByRole('dialog', { name: 'Exchange Details' })
  const sizes = sheet.getByRole('group', { name: 'New size' })
  await expect(sizes).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const size = sizes.locator('input:enabled').first()
  await size.focus()
  await page.keyboard.press('Space')
  await expect(size).toBeChecked()
  const wanted = await size.inputValue()
  await sheet.getByRole('button', { name: 'Request exchange' }).focus()
  await page.keyboard.press('Enter')

  await expect(sheet).toBeHidden()
  const details = page.getByRole('region', { name: 'Exchange Details' })
  await expect(details).toContainText(`New size: ${wanted}`)
  await expect(details.locator('li[aria-current="step"]')).toContainText('Exchanged', {
    timeout: 20_000,
  })
})

test('an invoice prints on one page, and the order can be repeated [order.9] [a11y.1]', async ({
  page,
}) => {
  const { productId } = await deliveredOrder(page)
  await page.getByRole('button', { name: 'View invoice' }).click()
  const paper = page.getByRole('dialog', { name: 'Tax invoice' })
  await expect(paper).toContainText(/PEH\/\d{4}-\d{2}\/\d{6}/)
  await expect(paper).toContainText('GSTIN')
  expect(await violationsOf(page)).toEqual([])
  const isWider = () => paper.evaluate((dialog) => dialog.scrollWidth > dialog.clientWidth)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await isWider()).toBe(false)

  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Sold by').locator('visible=true')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Order again' })).toBeHidden()
  await page.emulateMedia({ media: null })

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.locator(`main a[href="/products/${productId}"]`).first()).toBeVisible()
})
