import { eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { hourMs, setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { freshDatabase, type FreshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'
import { openPort } from '#tests/support/server/openPort.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { createTestDeps, type TestDeps } from '#tests/support/api/testDeps.ts'
import type { App } from '#server/app/api/createApp.ts'
import { otps } from '#server/database/schema/users.ts'
import { loginFrom } from '#tests/support/api/tests/loginTest.ts'

const startedAt = Date.now()

/** The store's clock, in hours after the start of the tests. */
function atHour(hour: number) {
  const time = new Date(startedAt + hour * hourMs)
  setClock(() => time)
}

type Flood = {
  turns: number
  phone: (turn: number) => string
  /** The header in which the proxy names the caller. */
  from: (turn: number) => string
  /** The hour of the start. */
  hour?: number
  /** The number of concurrent requests. */
  concurrency?: number
}

/** Requests OTPs for an hour. */
async function otpFloodFrom(
  api: App,
  { turns, phone, from, hour = 0, concurrency = 10 }: Flood,
): Promise<void> {
  for (let turn = 0; turn < turns; turn += concurrency) {
    atHour(hour + turn / turns)
    await Promise.all(
      Array.from({ length: Math.min(concurrency, turns - turn) }, (_, beside) =>
        loginFrom(api, phone(turn + beside), from(turn + beside)),
      ),
    )
  }
}

type Store = { db: Database; api: App; deps: TestDeps }

const perTurn = 14

/**
 * A day of an attacker who wants into one account: requests an OTP whenever possible and guesses it
 * from many addresses at once. The store itself counts how many guesses it compares, before it
 * compares them.
 */
async function guessOtpsForADay(
  { db, api, deps }: Store,
  { guesses, addresses }: { guesses: number; addresses: number },
) {
  const contactNumber = aPhone()
  await aUser(db, { contactNumber })
  const responses: Record<string, number> = {}
  let [maxUsesOfCode, sent] = [0, 0]
  const triesNow = async () => {
    const [row] = await db.select().from(otps).where(eq(otps.contactNumber, contactNumber))
    return row ?? { tries: 0, failures: 0 }
  }

  const turns = Math.ceil(guesses / perTurn)
  for (let turn = 0; turn < turns; turn++) {
    atHour((23.9 * turn) / turns)
    const from = (nth: number) => `198.51.100.${(turn * perTurn + nth) % addresses}`
    await loginFrom(api, contactNumber, from(0))
    const right = deps.sent.at(-1)?.otp ?? ''
    const count = Math.min(perTurn, guesses - sent)
    const statuses = await Promise.all(
      Array.from({ length: count }, (_, nth) =>
        guess(api, { contactNumber, otp: otherThan(right, sent + nth), from: from(nth) }),
      ),
    )
    for (const status of statuses) responses[status] = (responses[status] ?? 0) + 1
    sent += count
    maxUsesOfCode = Math.max(maxUsesOfCode, (await triesNow()).tries)
  }
  const { failures: compared } = await triesNow()
  return { guesses: sent, codes: deps.sent.length, compared, maxUsesOfCode, responses }
}

type Guess = { contactNumber: string; otp: string; from: string }

async function guess(api: App, { from, ...body }: Guess): Promise<number> {
  const request = jsonRequest('POST', body)
  const headers = { ...request.headers, 'X-Forwarded-For': from }
  return (await api.request('/api/user/verify-otp', { ...request, headers })).status
}

/** A code that differs from this one. */
const otherThan = (right: string, turn: number) =>
  String((Number(right) + 1 + (turn % 999_998)) % 1_000_000).padStart(6, '0')

const { guesses, logins } = proofScale
const addresses = 200

let fresh: FreshDatabase
let store: Connection
let db: Database

const limited = (trustedProxies = 1) => {
  const deps = createTestDeps({ hasRateLimits: true, trustedProxies })
  return { deps, api: createTestApi(db, deps) }
}

describe('automated OTP requests', () => {
  beforeAll(async () => {
    fresh = await freshDatabase()
    store = openConnection(fresh.url)
    db = store.db
  })
  afterEach(() => setClock())
  afterAll(async () => {
    await store.close()
    await fresh.drop()
  })

  test(
    `${logins} from one IPv6 network send OTPs to ten numbers, thirty an hour [safe.4]`,
    async () => {
      const { api, deps } = limited()
      const forged = (turn: number) => `10.3.${turn % 250}.${turn % 99}, 2001:db8:31:1::1`
      await otpFloodFrom(api, { turns: logins, phone: aPhone, from: forged })
      expect(deps.sent).toHaveLength(10)

      const ten = Array.from({ length: 10 }, aPhone)
      const phone = (turn: number) => ten[turn % 10] ?? ''
      await otpFloodFrom(api, { turns: logins / 2, phone, from: () => '2001:db8:32:1::1' })
      expect(deps.sent).toHaveLength(10 + 30)
    },
    proofTimeoutMs,
  )

  test(
    `for one number from ${addresses} addresses send five OTPs an hour and ten a day [safe.4]`,
    async () => {
      const { api, deps } = limited()
      const number = aPhone()
      const from = (turn: number) => `198.51.100.${turn % addresses}`
      const sentBy: number[] = []
      for (let hour = 0; hour < 4; hour++) {
        const flood = { turns: logins / 10, phone: () => number, from, concurrency: 1 }
        await otpFloodFrom(api, { ...flood, hour: hour * 1.01 })
        sentBy.push(deps.sent.length)
      }
      expect(sentBy).toEqual([5, 10, 10, 10])
    },
    proofTimeoutMs,
  )

  test(
    `with ${guesses} guesses in a day from ${addresses} addresses: five per OTP, fifty in all are compared [login.2] [safe.4]`,
    async () => {
      const { api, deps } = limited()
      const day = await guessOtpsForADay({ db, api, deps }, { guesses, addresses })
      process.stdout.write(`${JSON.stringify(day)}\n`)
      expect(day.guesses).toBe(guesses)
      expect(day.codes).toBe(10)
      expect(day.compared).toBeGreaterThan(20)
      expect(day.compared).toBeLessThanOrEqual(50)
      expect(day.maxUsesOfCode).toBe(5)
      expect(day.responses['200']).toBeUndefined()
    },
    proofTimeoutMs,
  )

  test.for([
    ['no proxy of ours', 0, 390, (turn: number) => `10.9.${turn}.1`],
    ['one proxy of ours', 1, 390, (turn: number) => `10.9.${turn}.1, 203.0.113.7`],
    ['IPv6', 1, 0, (turn: number) => `2001:db8:1:2:${turn}::${turn}`],
  ] as const)(
    'behind %s, a forged address does not count as a new caller [safe.4]',
    async ([, trustedProxies, othersBefore, passed]) => {
      const { api, deps } = limited(trustedProxies)
      atHour(30)
      const port = await openPort(api)
      const statuses: number[] = []
      for (let turn = 1; turn <= 14; turn++) {
        const request = jsonRequest('POST', { contactNumber: aPhone() })
        const headers = { ...request.headers, 'X-Forwarded-For': passed(turn) }
        statuses.push(
          (await fetch(`${port.origin}/api/user/login`, { ...request, headers })).status,
        )
        // Counts OTP requests of this many other numbers from the same address.
        const count = sql`${rateLimits.count} + ${othersBefore}`
        const ofAddresses = like(rateLimits.bucket, 'otp-numbers:%')
        if (turn === 1) await db.update(rateLimits).set({ count }).where(ofAddresses)
      }
      await port.close()

      expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(4).fill(429)])
      expect(deps.sent).toHaveLength(10)
    },
  )
})
