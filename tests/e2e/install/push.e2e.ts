import type { Page } from '@playwright/test'

import { storedPaths } from '#tests/support/pages/storedResponses.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

type Shown = { title: string; body: string; tag: string; data: string }

/**
 * Delivers a push to the worker as the browser does, and returns the notification that it shows. It
 * is read once, afterwards: Chromium loses a notification that is queried between being created and
 * being shown.
 */
async function pushTo(page: Page, data: string): Promise<Shown[]> {
  const { origin } = new URL(page.url())
  const cdp = await page.context().newCDPSession(page)
  const found = new Promise<string>((known) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (ours) known(ours.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await found
  const untilShown = await recordNotifications(page)
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await untilShown()
  return shownOn(page)
}

type RecordedNotifications = { registration: ServiceWorkerRegistration; untilShown: Promise<void> }

/** Records from now on; the returned function waits until the worker has shown a notification. */
async function recordNotifications(page: Page): Promise<() => Promise<void>> {
  const { origin } = new URL(page.url())
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => each.url().startsWith(origin))
  if (!worker) throw new Error('No worker runs')
  await worker.evaluate(() => {
    const scope = self as unknown as RecordedNotifications
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.untilShown = new Promise((shown, failed) => {
      registration.showNotification = (...what) => {
        const showing = show(...what)
        showing.then(shown, failed)
        return showing
      }
    })
  })
  return () => worker.evaluate(() => (self as unknown as RecordedNotifications).untilShown)
}

const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data: String(data) }))
  })

test('a push is shown, and the data of its page is stored before the tap [pwa.9] [pwa.14] @notifications', async ({
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
    body: 'It is back in stock.',
    navigate: `${origin}/products/${id}`,
    tag: 'restock',
  }

  const shown = await pushTo(page, JSON.stringify({ web_push: 8030, notification }))

  expect(shown).toMatchObject([
    { title: 'Back in stock', tag: 'restock', data: notification.navigate },
  ])
  expect(await storedPaths(page)).toContain(`/api/products/${id}`)
  await context.setOffline(true)
  await page.goto(`/products/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an invalid push shows a default notification [pwa.9] @notifications', async ({
  page,
  context,
  openInstalled,
}) => {
  await context.grantPermissions(['notifications'])
  await openInstalled('/about-us')
  const { origin } = new URL(page.url())

  const shown = await pushTo(page, 'no json at all')

  expect(shown).toMatchObject([{ title: 'Pehno', data: `${origin}/` }])
})
