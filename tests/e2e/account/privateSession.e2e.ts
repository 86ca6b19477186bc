import type { Page } from '@playwright/test'

import { newPhone, onShow, signUp } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

/** What a page finds on the device, without its session storage. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const local = JSON.stringify({ ...frame.contentWindow?.localStorage })
    frame.remove()
    const opened = indexedDB.open('keyval-store')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result)
    })
    if (!database.objectStoreNames.contains('keyval')) return { local, stored: '{}' }
    const store = database.transaction('keyval').objectStore('keyval')
    const [keys, values] = [store.getAllKeys(), store.getAll()]
    await new Promise((resolve) => (values.onsuccess = resolve))
    database.close()
    const all = keys.result.map((key, at) => [key, values.result[at] as unknown])
    return { local, stored: JSON.stringify(Object.fromEntries(all)) }
  })

test('a private session keeps login and bag over a reload, and leaves nothing on the device [login.6] [pwa.11]', async ({
  page,
  context,
}) => {
  const phone = newPhone()
  const [product] = await onShow(page, 1)
  await page.goto(`/products/${product?._id}#login`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Private session' }).check({ force: true })
  await signUp(page, phone)
  await page.getByRole('radio').locator('visible=true').first().check({ force: true })
  await page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').first().click()
  await expect(page.getByRole('link', { name: '1 Item(s) in Bag' })).toBeVisible()

  await page.reload()

  await expect(page.getByRole('link', { name: '1 Item(s) in Bag' })).toBeVisible()
  const left = await onDevice(page)
  expect(left.local).not.toContain(phone)
  expect(left.local).not.toContain('token')
  expect(left.stored.replace(/"device:[^"]*":\w+,?/g, '')).toBe('{}')
  await page.close()
  const next = await context.newPage()
  await next.goto('/')
  await expect(next.getByRole('heading', { name: 'Shop by category' })).toBeVisible()
  expect(await next.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await expect(next.getByRole('link', { name: /Item\(s\) in Bag/ })).toBeHidden()
})
