import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'

import { type Database, openConnection } from '#server/database/client/connect.ts'
import { staff } from '#server/database/schema/staff.ts'
import { webhookDeliveries } from '#server/database/schema/webhooks.ts'
import { readPerson } from '#server/features/staff/people.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { aWebhook } from '#tests/support/api/tests/webhookTest.ts'
import { expectAccessible } from '#tests/support/pages/expectAccessible.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'

test.use({ hasWorker: false })

/** Logs a new owner in on this device, without the login's screens. */
async function logIn(page: Page, db: Database): Promise<void> {
  const values = { name: 'Zubeida Khan', contactNumber: aPhone(), role: 'owner' as const }
  const [row] = await db.insert(staff).values(values).returning()
  const session = {
    token: await openStaffSession(db, row!.id, 'Chrome on Android'),
    person: await readPerson(db, row!.id),
  }
  await page.context().addInitScript((saved) => {
    if (sessionStorage.getItem('desk-session-given')) return
    sessionStorage.setItem('desk-session-given', 'yes')
    localStorage.setItem('desk-session', JSON.stringify(saved))
  }, session)
}

test('a passkey is made on the page Me, and is then enough to log in [staff.2]', async ({
  page,
}) => {
  // A passkey belongs to a name of a host, which the address of the other tests is not.
  const store = await privateStore((port) => ({ PUBLIC_ORIGIN: `http://localhost:${port}` }))
  try {
    const desk = `${store.origin.replace('127.0.0.1', 'localhost')}/desk`
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    })
    await logIn(page, store.db)
    await page.goto(`${desk}/board`)
    const offer = page.getByRole('link', { name: 'Set it up' })
    await expect(offer).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(offer, 'paper has the page alone').toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await offer.click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText(/^The passkey is saved/)).toBeVisible()

    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByRole('button', { name: 'Use passkey' }).click()

    const board = page.getByRole('heading', { name: 'Board', level: 1 })
    await expect(board).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Main pages' })
      .getByRole('link', { name: 'Me' })
      .click()
    const passkeys = page.getByRole('region', { name: 'Your passkeys' })
    await expect(passkeys.getByText(/last used/)).toBeVisible()
    await page.goto(`${desk}/board`)
    await expect(board).toBeVisible()
    await expect(page.getByRole('link', { name: 'Set it up' })).toBeHidden()
  } finally {
    await store.close()
  }
})

const windows = [
  { name: 'a phone', use: { viewport: { width: 390, height: 844 } }, tag: '' },
  {
    name: 'a desktop',
    tag: ' @proof',
    use: { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
  },
]
for (const { name, use, tag } of windows) {
  test.describe(`on ${name}`, () => {
    test.use(use)

    test(`connections, their dialogs, and the devices of a person are accessible [staff.5] [staff.2]${tag}`, async ({
      page,
    }) => {
      const { db, close } = openConnection(process.env.DATABASE_URL ?? '')
      await logIn(page, db)
      const { endpoint } = await aWebhook(db)
      await db
        .update(webhookDeliveries)
        .set({ problem: 'The answer was 503', statusCode: 503 })
        .where(eq(webhookDeliveries.endpointId, endpoint.id))
      await close()
      await page.goto('/desk/connections')
      await expect(page.getByText('https://erp.example/hook').first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Name').fill('Stock system')
      await expectAccessible(page)
      await form.getByRole('button', { name: 'Add a key' }).click()
      await expect(page.getByRole('status', { name: 'Key' })).toHaveText(/^pehno_/)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Add an address' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.goto(`/desk/connections/${endpoint.id}`)
      await expect(page.getByText('The answer was 503')).toBeVisible()
      await expectAccessible(page)
      await page.goto('/desk/people')
      await page.getByRole('button', { name: 'Change Zubeida Khan' }).first().click()
      await expect(page.getByRole('region', { name: 'Devices' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Log out of/ }).first()).toBeVisible()
      await expectAccessible(page)
    })
  })
}
