import type { Page } from '@playwright/test'
import { and, asc, eq } from 'drizzle-orm'

import type { MoveOrder } from '#contract/staff/board.ts'
import { type Database, openConnection } from '#server/database/client/connect.ts'
import { orders } from '#server/database/schema/orders.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { type DeskLogin, type RiderLogin, riderLogin } from '#tests/support/shopper/riderGivens.ts'
import { expect, test as base } from '#tests/support/pages/storeTest.ts'

export type Shift = { db: Database; rider: RiderLogin }

/** A test with a rider, and access to the store's database. */
export const test = base.extend<Shift>({
  db: async ({}, use) => {
    const { db, close } = openConnection(process.env.DATABASE_URL ?? '')
    await use(db)
    await close()
  },
  rider: async ({ db }, use) => use(await riderLogin(db)),
})

/** Opens the desk as this person, who is logged in on the device. */
export async function openDesk(page: Page, { token, person }: DeskLogin, path = '/desk/') {
  await page.context().addInitScript((session) => {
    if (sessionStorage.getItem('desk-session-given')) return
    sessionStorage.setItem('desk-session-given', 'yes')
    localStorage.setItem('desk-session', session)
  }, JSON.stringify({ token, person }))
  await page.goto(path)
}

export const stop = (page: Page, receiver: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: receiver }) })

/** Opens a stop that is short. */
export async function openStop(page: Page, receiver: string) {
  const cover = page.getByRole('button', { name: `Show the delivery to ${receiver}` })
  if (await cover.isVisible()) await cover.click()
}

export const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** What was done with an order, in its order, as the history has it. */
export async function historyOf(db: Database, number: string): Promise<string[]> {
  const rows = await db
    .select({ action: staffHistory.action })
    .from(staffHistory)
    .where(and(eq(staffHistory.subject, 'order'), eq(staffHistory.name, number)))
    .orderBy(asc(staffHistory.id))
  return rows.map(({ action }) => action)
}

export const stateOf = async (db: Database, number: string) =>
  (await db.select().from(orders).where(eq(orders.orderNumber, number)))[0]

/** Makes moves by the API: as a colleague, or as the rider's phone did before. */
export const mover =
  (page: Page, { token }: DeskLogin) =>
  async (number: string, move: MoveOrder) => {
    const response = await page.request.post(`/api/staff/orders/${number}/move`, {
      data: move,
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.status()).toBe(200)
  }
