import type { Page, Request, Response } from '@playwright/test'

import { openAllScreens, type Screen } from '#tests/support/pages/openAllScreens.ts'
import { contentShiftOf, maxInvisibleShift, watchShifts } from '#tests/support/pages/shifts.ts'
import type { NetworkFault } from '#tests/support/faults/networkProxy.ts'
import { expect, test } from '#tests/support/faults/networkTest.ts'

/** The table in NETWORKS.md lists what is checked here. */

/** A network fault, and what the store shows above every page because of it. */
type Network = {
  name: string
  fault: NetworkFault
  /** The overlay on the first page, and the line above every page after "Continue with saved pages". */
  overlay?: string
  bar?: string
  /** The page from which the network's login is opened. */
  login?: string
  /** The shortest time until the overlay. */
  minOverlayMs?: number
  /** Whether no request succeeds, so that everything shown comes from the device. */
  isDown?: boolean
}

const offline = {
  overlay: 'No Internet Connection',
  bar: 'You’re offline. Showing saved pages.',
  isDown: true,
}
const networks: Network[] = [
  { name: 'one request in three fails', fault: { kind: 'one in three' } },
  {
    name: 'a gateway responds with 503',
    fault: { kind: 'gateway', status: 503 },
    isDown: true,
  },
  { name: 'every response takes 4 s', fault: { kind: 'slow', ms: 4000 } },
  {
    name: 'a captive portal responds',
    fault: { kind: 'portal' },
    ...offline,
    overlay: 'This network needs you to log in',
    bar: 'This network needs you to log in.',
    login: '/network-login',
  },
  {
    name: 'connections are accepted and get no response',
    fault: { kind: 'dead' },
    ...offline,
    minOverlayMs: 6000,
  },
  { name: 'there is no connection', fault: { kind: 'cut' }, ...offline },
]

for (const [what, kind] of [
  ['on a network that loses or delays responses', networks.filter(({ isDown }) => !isDown)],
  ['without the store', networks.filter(({ isDown }) => isDown)],
] as const) {
  test(`every previously opened screen opens ${what} and shows the age of its data [pwa.2] [pwa.3] [pwa.7] [pwa.12] [order.10] @proof`, async ({
    page,
    network,
  }) => {
    // Each step has a limit of its own; together they take as long as the machine needs.
    test.setTimeout(1_200_000)
    const screens = await openAllScreens(page)
    await watchShifts(page)

    for (const on of kind) {
      await test.step(on.name, async () => {
        network.fail(on.fault)
        if (on.overlay) await continueWithSavedPages(page, on)
        for (const screen of screens) await expectOpens(page, screen, on)
        await restoreConnection(page, () => network.restore())
      })
    }
  })
}

async function expectOpens(page: Page, screen: Screen, { fault, bar, isDown }: Network) {
  const { path, shows, age, isOnDevice } = screen
  await page.goto(path, { waitUntil: 'commit' })
  const responses = watchResponses(page, screen)
  const opens = shows(page)
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  // A screen whose request failed shows "Try again".
  await expect(async () => {
    await expect(opens.or(again).first(), `${path}: opens`).toBeVisible()
    if (!isDown && (await again.isVisible())) await again.click()
    await expect(opens, `${path}: opens`).toBeVisible({ timeout: 6000 })
  }).toPass({ timeout: 40_000 })
  const isSlow = fault.kind === 'slow'
  if (isSlow && (isOnDevice || !age)) {
    expect(responses.fresh, `${path}: opens before any response`).toEqual([])
  }
  if (age && isDown) await expect(page.getByText(age), `${path}: says its age`).toBeVisible()
  else if (age && isSlow && !isOnDevice) await expect(page.getByText(age), path).toBeVisible()
  // Slow responses take long, and several screens share a read, so only some wait for them.
  else if (age && (!isSlow || withAwaitedResponse.has(path))) {
    await expect
      .poll(() => String(responses.read), `${path}: gets a response`)
      .toMatch(isSlow ? /^fresh/ : /^(fresh|stored)/)
    const isRight = async () =>
      (await page.getByText(age).isVisible()) === (responses.read === 'stored')
    await expect.poll(isRight, `${path}: says its age if it is stored`).toBe(true)
  }
  if (bar) await expect(page.getByText(bar), `${path}: says why`).toBeVisible()
  else await expectNothingAbove(page, screen, fault)
  // The bar moves the whole page.
  if (age && !bar) {
    expect(await contentShiftOf(page), `${path}: stays`).toBeLessThan(maxInvisibleShift)
  }
  responses.stop()
}

const withAwaitedResponse = new Set(['/cart', '/order-listing'])

/** Expects nothing above the page, except the note about a slow connection. */
async function expectNothingAbove(
  page: Page,
  { path, age, isOnDevice }: Screen,
  fault: NetworkFault,
) {
  await expect(page.getByRole('alertdialog'), `${path}: is free`).toHaveCount(0)
  for (const { bar } of networks) if (bar) await expect(page.getByText(bar), path).toHaveCount(0)
  const slowNote = page.getByText('Slow connection')
  if (fault.kind !== 'slow') await expect(slowNote, path).toHaveCount(0)
  else if (age && !isOnDevice) await expect(slowNote, path).toBeVisible()
}

/** Records the store's own API responses to a page from now on, and the outcome of the screen's read. */
function watchResponses(page: Page, { read }: Screen) {
  const fresh: string[] = []
  const responses = { fresh, read: undefined as 'fresh' | 'stored' | undefined, stop }
  const note = (url: string, isNew: boolean) => {
    const { pathname } = new URL(url)
    if (isNew && pathname.startsWith('/api/')) fresh.push(pathname)
    if (read?.test(pathname)) responses.read = isNew ? 'fresh' : 'stored'
  }
  const onResponse = (response: Response) =>
    note(response.url(), response.ok() && response.headers()['x-sw-cache'] === undefined)
  const onFailed = (request: Request) => note(request.url(), false)
  page.on('response', onResponse)
  page.on('requestfailed', onFailed)
  function stop() {
    page.off('response', onResponse)
    page.off('requestfailed', onFailed)
  }
  return responses
}

/** Orders are requested on every visit, so this page is the first to notice that the store is unreachable. */
async function continueWithSavedPages(page: Page, { overlay, login, minOverlayMs = 0 }: Network) {
  const startedAt = Date.now()
  await page.goto('/order-listing', { waitUntil: 'commit' })
  const dialog = page.getByRole('alertdialog', { name: overlay })
  await expect(dialog).toBeVisible({ timeout: 30_000 })
  expect(Date.now() - startedAt).toBeGreaterThan(minOverlayMs)
  if (login)
    await expect(dialog.getByRole('link', { name: 'Open login page' })).toHaveAttribute(
      'href',
      login,
    )
  await dialog.getByRole('button', { name: 'Continue with saved pages' }).click()
  await expect(dialog).toBeHidden()
}

/** Restores the connection and waits until a page has noticed, so that the overlay can appear again. */
async function restoreConnection(page: Page, restore: () => void): Promise<void> {
  restore()
  await page.goto('/about-us', { waitUntil: 'load' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const hasContinued = () => page.evaluate(() => sessionStorage.getItem('offline-continued'))
  await expect.poll(hasContinued).toBeNull()
  for (const { bar } of networks) if (bar) await expect(page.getByText(bar)).toBeHidden()
}
