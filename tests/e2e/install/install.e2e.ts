import type { Page } from '@playwright/test'

import { onShow, violationsOf } from '#tests/support/shopper/shopping.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

const invitation = (page: Page) =>
  page.getByRole('region', { name: 'Add Pehno to your home screen' })

/** The event that the browser fires once a store can be installed. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const question = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = () => Promise.resolve(void (document.documentElement.dataset.asked = 'true'))
    dispatchEvent(Object.assign(question, { prompt }))
  })

async function viewThreeProducts(page: Page): Promise<void> {
  for (const { _id } of await onShow(page, 3)) {
    await page.goto(`/products/${_id}`, { waitUntil: 'networkidle' })
  }
}

const goHome = (page: Page) =>
  page
    .getByRole('link', { name: 'Pehno, home' })
    .or(page.getByRole('button', { name: 'Back' }))
    .locator('visible=true')
    .first()
    .click()

test('a shopper who has viewed products is invited to install the app, and never again after declining [pwa.10]', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await offerInstall(page)
  await expect(invitation(page)).toBeHidden()
  await viewThreeProducts(page)
  await offerInstall(page)
  await expect(invitation(page)).toBeHidden()

  await goHome(page)
  await expect(invitation(page)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await invitation(page).getByRole('button', { name: 'No, thanks' }).click()
  await expect(invitation(page)).toBeHidden()

  await viewThreeProducts(page)
  await offerInstall(page)
  await goHome(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeVisible()
  await expect(invitation(page)).toBeHidden()
})

test('accepting opens the browser’s install prompt [pwa.10] @proof', async ({ page }) => {
  await viewThreeProducts(page)
  await offerInstall(page)
  await goHome(page)

  await invitation(page).getByRole('button', { name: 'Install' }).click()

  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true')
  await expect(invitation(page)).toBeHidden()
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })

  test('the steps of installing are explained [pwa.10] @proof', async ({ page }) => {
    await viewThreeProducts(page)
    await goHome(page)

    await expect(invitation(page).getByRole('listitem')).toHaveCount(3)
    await expect(invitation(page)).toContainText('Choose Add to Home Screen')
    await invitation(page).getByRole('button', { name: 'Got it' }).click()

    await expect(invitation(page)).toBeHidden()
  })
})
