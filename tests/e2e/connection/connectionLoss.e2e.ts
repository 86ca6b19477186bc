import type { Page } from '@playwright/test'

import { expect, test } from '#tests/support/pages/storeTest.ts'

/** A first visit: nothing is stored yet that could replace the connection. */
test.use({ hasWorker: false })

/** Cuts the connection once the page requests such a file; returns a function that restores it. */
async function cutConnectionAt(page: Page, file: RegExp): Promise<() => Promise<void>> {
  let isCut = false
  const all = () => true
  await page.route(all, (route) => {
    isCut ||= file.test(route.request().url())
    return isCut ? route.abort('internetdisconnected') : route.continue()
  })
  return () => page.unroute(all)
}

test('a connection lost before the scripts have loaded is reported, and the page opens when it is back [pwa.7] @phone', async ({
  page,
}) => {
  const restore = await cutConnectionAt(page, /\/assets\/.*\.js/)
  await page.goto('/')
  const message = page.getByText('The connection was lost.')
  await expect(message).toBeVisible()
  // Otherwise this attempt could succeed, because the connection is restored first.
  const attempt = page.waitForEvent(
    'requestfailed',
    (request) => request.resourceType() === 'fetch',
  )
  await page.getByRole('link', { name: 'Try again' }).click()
  await attempt
  await expect(message).toBeVisible()

  await restore()
  await page.getByRole('link', { name: 'Try again' }).click()

  await expect(message).toBeHidden()
  const menu = page.getByRole('button', { name: 'Collection' }).locator('visible=true')
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test('a connection lost before the deferred chunk has loaded is reported, and the chunk loads when it is back [pwa.7] [shell.26] @phone @proof', async ({
  page,
}) => {
  const restore = await cutConnectionAt(page, /\/assets\/deferred-/)
  await page.goto('/')
  const message = page.getByRole('status').filter({ hasText: 'No Internet Connection' })
  await expect(message).toBeVisible()

  await expect(message.getByRole('button', { name: 'Try again' })).toBeVisible()
  const late = page.waitForResponse(/\/assets\/deferred-/)

  await restore()

  await expect(message).toBeHidden()
  expect((await late).status()).toBe(200)
  await page.getByRole('button', { name: 'Account' }).locator('visible=true').click()
  await expect(page.getByLabel('Mobile number')).toBeVisible()
})
