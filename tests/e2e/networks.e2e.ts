import type { Page } from '@playwright/test'

import { openAllScreens } from '#tests/support/pages/openAllScreens.ts'
import type { NetworkFault } from '#tests/support/faults/networkProxy.ts'
import { expect, test } from '#tests/support/faults/networkTest.ts'

/** The table "Screens on a failing network" in tests/README.md lists what is checked here. */

/** What a network does to every screen, and what the store says of it above the page. */
type Network = {
  name: string
  fault: NetworkFault
  /** The overlay on the first page, and the line above every page after "Continue with saved pages". */
  overlay?: string
  bar?: string
  /** What stands in the place of a screen that is not stored. */
  instead?: string
}

const offline = {
  overlay: 'No Internet Connection',
  bar: 'You’re offline. Showing saved pages.',
  instead: 'This page is not saved yet',
}
const networks: Network[] = [
  { name: 'one request in three fails', fault: { kind: 'one in three' } },
  {
    name: 'a gateway answers 503',
    fault: { kind: 'gateway', status: 503 },
    instead: 'Unexpected Application Error!',
  },
  { name: 'every answer takes 4 s', fault: { kind: 'slow', ms: 4000 } },
  {
    name: 'a captive portal answers',
    fault: { kind: 'portal' },
    ...offline,
    overlay: 'This network needs you to log in',
    bar: 'This network needs you to log in.',
  },
  { name: 'connections are accepted and never answered', fault: { kind: 'dead' }, ...offline },
  { name: 'there is no connection', fault: { kind: 'cut' }, ...offline },
]

test('every screen opened before opens on every failing network and shows the age of its data [pwa.2] [pwa.3] [pwa.7] [pwa.12] [order.10]', async ({
  page,
  network,
}) => {
  test.setTimeout(240_000)
  const screens = await openAllScreens(page)

  for (const { name, fault, overlay, bar, instead } of networks) {
    await test.step(name, async () => {
      network.fail(fault)
      const isStored = Boolean(instead)
      if (overlay) await continueWithSavedPages(page, overlay)
      for (const { path, shows, age, isNotStored } of screens) {
        await page.goto(path, { waitUntil: 'commit' })
        const opens = isNotStored && instead ? page.getByText(instead) : shows(page)
        const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
        // Whose request was one that fails asks once more.
        await expect(async () => {
          await expect(opens.or(again).first(), `${path}: opens`).toBeVisible()
          if (!instead && (await again.isVisible())) await again.click()
          await expect(opens, `${path}: opens`).toBeVisible({ timeout: 6000 })
        }).toPass({ timeout: 40_000 })
        if (isNotStored && instead) {
          await expect(page.getByRole('button', { name: 'Try again' }).last()).toBeEnabled()
        }
        if (age && isStored) {
          await expect(page.getByText(age), `${path}: says its age`).toBeVisible()
        }
        if (bar) await expect(page.getByText(bar), `${path}: says why`).toBeVisible()
        else await expect(page.getByRole('alertdialog'), `${path}: is free`).toHaveCount(0)
      }
      await comeBack(page, () => network.mend())
    })
  }
})

/** Orders are asked for whenever they are looked at: there it shows first that the store is out of reach. */
async function continueWithSavedPages(page: Page, overlay: string): Promise<void> {
  await page.goto('/order-listing', { waitUntil: 'commit' })
  const dialog = page.getByRole('alertdialog', { name: overlay })
  await dialog.getByRole('button', { name: 'Continue with saved pages' }).click({ timeout: 30_000 })
  await expect(dialog).toBeHidden()
}

/** The next page knows that the connection is back: from then on the overlay is due again. */
async function comeBack(page: Page, mend: () => void): Promise<void> {
  mend()
  await page.goto('/about-us', { waitUntil: 'load' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const hasContinued = () => page.evaluate(() => sessionStorage.getItem('offline-continued'))
  await expect.poll(hasContinued).toBeNull()
  for (const { bar } of networks) if (bar) await expect(page.getByText(bar)).toBeHidden()
}
