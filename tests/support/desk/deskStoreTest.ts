import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'

import type { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { staff } from '#server/database/schema/staff.ts'
import { openStaffSession } from '#server/platform/http/staffSessions.ts'
import { test as base } from '#tests/support/pages/storeTest.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { newPhone } from '#tests/support/shopper/shopping.ts'

type Store = { origin: string; db: Database }

/** A store without a simulated courier, which would move the orders before the staff do. */
export const test = base.extend<object, { store: Store }>({
  store: [
    async ({}, use) => {
      const { origin, db, close } = await privateStore()
      await use({ origin, db })
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ store }, use) => use(store.origin),
})

type Desk = { browser: Browser; store: Store; name: string; role?: StaffRole }

/** A page of the desk on which a new person is logged in, a manager by default. */
export async function openDesk({ browser, store, name, role = 'manager' }: Desk): Promise<Page> {
  const { db, origin } = store
  const person = { id: randomUUID(), name, role, contactNumber: newPhone() }
  await db.insert(staff).values(person)
  const token = await openStaffSession(db, person.id, 'Chrome on Android')
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const session = JSON.stringify({ token, person: { ...person, warehouses: [] } })
  await context.addInitScript((value) => localStorage.setItem('desk-session', value), session)
  return context.newPage()
}
