import { eq } from 'drizzle-orm'
import { beforeEach, expect, vi } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { sessions } from '#server/database/schema/users.ts'
import {
  endSession,
  wasTokenVerified,
  isSessionOpen,
  openSession,
  requireSession,
} from '#server/platform/http/sessions.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/apiTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'

const start = new Date('2026-11-20T10:00:00Z').getTime()
const [hour, day] = [60 * 60_000, 24 * 60 * 60_000]
const at = (ms: number) => setClock(() => new Date(start + ms))
beforeEach(() => at(0))

const loggedOut = { code: 'signed_out', message: 'Please log in' }

const rowOf = async (db: Database, sessionId: string) =>
  (await db.select().from(sessions).where(eq(sessions.id, sessionId)))[0]

test('a session belongs to its customer, and only the hash of its token is stored [safe.2] [safe.5]', async ({
  db,
}) => {
  const { userId, token } = await aUser(db)

  const session = await requireSession(db, token)

  expect(session.userId).toBe(userId)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await rowOf(db, session.sessionId)).toMatchObject({
    tokenHash: expect.not.stringContaining(token),
    createdAt: new Date(start),
    expiresAt: new Date(start + 30 * day),
  })
})

test('a missing, empty or unknown token has no session [safe.2]', async ({ db }) => {
  for (const token of [undefined, '', 'an-unknown-token'])
    await expect(requireSession(db, token)).rejects.toMatchObject(loggedOut)
})

test('a session ends two weeks after its last use, which is saved once an hour [safe.2]', async ({
  db,
}) => {
  const { token } = await aUser(db)
  const { sessionId } = await requireSession(db, token)
  const lastUse = async () => (await rowOf(db, sessionId))?.lastUsedAt.getTime()

  at(hour)
  await requireSession(db, token)
  expect(await lastUse()).toBe(start)
  at(hour + 1)
  await requireSession(db, token)
  await vi.waitFor(async () => expect(await lastUse()).toBe(start + hour + 1))

  at(hour + 14 * day)
  const other = openSession(db, (await aUser(db)).userId)
  await expect(requireSession(db, await other)).resolves.toBeDefined()
  at(hour + 1 + 14 * day)
  await expect(requireSession(db, token)).rejects.toMatchObject(loggedOut)
})

test('the last use of a session is saved again in every hour in which it is used', async ({
  db,
}) => {
  const { token } = await aUser(db)
  const { sessionId } = await requireSession(db, token)
  for (const hours of [2, 4, 6]) {
    at(hours * hour)
    await requireSession(db, token)
    await vi.waitFor(async () =>
      expect((await rowOf(db, sessionId))?.lastUsedAt.getTime()).toBe(start + hours * hour),
    )
  }
})

test('a session in daily use ends thirty days after the login [safe.2]', async ({ db }) => {
  const { token } = await aUser(db)
  const { sessionId } = await requireSession(db, token)
  await db.update(sessions).set({ lastUsedAt: new Date(start + 30 * day) })

  at(30 * day - 1)
  expect(await requireSession(db, token)).toMatchObject({ sessionId })
  expect(await isSessionOpen(db, sessionId)).toBe(true)
  at(30 * day)
  await expect(requireSession(db, token)).rejects.toMatchObject(loggedOut)
  expect(await isSessionOpen(db, sessionId)).toBe(false)
})

test('an eleventh login ends the session that was used least recently, of this customer only [safe.4]', async ({
  db,
}) => {
  const { userId, token } = await aUser(db)
  const other = await aUser(db)
  const newer: string[] = []
  for (let nth = 1; nth < 10; nth++) {
    at(nth)
    newer.push(await openSession(db, userId))
  }
  await requireSession(db, token)
  await db
    .update(sessions)
    .set({ lastUsedAt: new Date(start + 100) })
    .where(eq(sessions.id, (await requireSession(db, token)).sessionId))

  at(101)
  newer.push(await openSession(db, userId))

  await expect(requireSession(db, newer[0])).rejects.toMatchObject(loggedOut)
  for (const open of [token, other.token, ...newer.slice(1)])
    await expect(requireSession(db, open)).resolves.toBeDefined()
})

test('a login deletes the customer’s expired sessions [safe.5]', async ({ db }) => {
  const { userId, token } = await aUser(db)
  const { sessionId } = await requireSession(db, token)
  const other = await aUser(db)

  at(30 * day + 1)
  await openSession(db, userId)

  expect(await rowOf(db, sessionId)).toBeUndefined()
  expect(await db.$count(sessions, eq(sessions.userId, other.userId))).toBe(1)
})

test('a token counts as verified from its login until its session is refused [safe.4]', async ({
  db,
}) => {
  const { token } = await aUser(db)
  const { sessionId } = await requireSession(db, token)
  expect([wasTokenVerified(token), wasTokenVerified('an-unknown-token')]).toEqual([true, false])

  await endSession(db, sessionId)

  expect(await isSessionOpen(db, sessionId)).toBe(false)
  expect(wasTokenVerified(token)).toBe(true)
  await expect(requireSession(db, token)).rejects.toMatchObject(loggedOut)
  expect(wasTokenVerified(token)).toBe(false)
})
