import type { CDPSession, Page } from '@playwright/test'

import { storedPaths } from '#tests/support/storedAnswers.ts'
import { expect, test } from '#tests/support/storeTest.ts'

type Shown = { title: string; body: string; tag: string; data: string }

/** Gives the worker a push, as a browser does that had it from its push service. */
async function deliver(cdp: CDPSession, origin: string, data: string): Promise<void> {
  const found = new Promise<string>((known) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (ours) known(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await found
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data: String(data) }))
  })

test('a push is shown, and what its page reads is there before the tap [pwa.9] [pwa.14]', async ({
  page,
  context,
  openInstalled,
}) => {
  await context.grantPermissions(['notifications'])
  await openInstalled('/about-us')
  const list = await page.request.get('/api/products/list?limit=1')
  const { result } = (await list.json()) as { result: { data: { _id: string }[] } }
  const id = result.data[0]?._id ?? ''
  const { origin } = new URL(page.url())
  expect(await storedPaths(page)).not.toContain(`/api/products/${id}`)
  const notification = {
    title: 'Back in stock',
    body: 'It is there again.',
    navigate: `${origin}/products/${id}`,
    tag: 'restock',
  }

  const cdp = await context.newCDPSession(page)
  await deliver(cdp, origin, JSON.stringify({ web_push: 8030, notification }))

  await expect
    .poll(() => shownOn(page))
    .toMatchObject([{ title: 'Back in stock', tag: 'restock', data: notification.navigate }])
  expect(await storedPaths(page)).toContain(`/api/products/${id}`)
  await context.setOffline(true)
  await page.goto(`/products/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a push that nobody understands shows something all the same [pwa.9]', async ({
  page,
  context,
  openInstalled,
}) => {
  await context.grantPermissions(['notifications'])
  await openInstalled('/about-us')
  const { origin } = new URL(page.url())

  await deliver(await context.newCDPSession(page), origin, 'no json at all')

  await expect.poll(() => shownOn(page)).toMatchObject([{ title: 'Pehno', data: `${origin}/` }])
})
