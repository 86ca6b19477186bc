import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'
import { loginFrom, advanceClock } from '#tests/support/api/tests/loginTest.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

let fresh: FreshDatabase
let store: Connection
let db: Database

const limited = () => {
  const deps = createTestDeps({ hasRateLimits: true })
  return { deps, api: createTestApi(db, deps) }
}

/** Sends ten requests at the same moment and returns the responses. */
const sendTen = async (sendRequest: (time: number) => Response | Promise<Response>) => {
  const responses = await Promise.all(Array.from({ length: 10 }, (_, time) => sendRequest(time)))
  return Promise.all(responses.map(async (response) => [response.status, await response.json()]))
}

const sent = (resendAfterSeconds: number) =>
  Array(10).fill([200, { success: true, result: { isNewUser: true, resendAfterSeconds } }])

describe('ten OTP requests for one number at the same moment', () => {
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

  test('all get the same response, and one OTP is sent and counted [login.2] [safe.4]', async () => {
    const { api, deps } = limited()
    const phone = aPhone()
    const rounds = []
    for (let round = 0; round < 6; round++) {
      advanceClock(round * 250_000)
      rounds.push(await sendTen(() => loginFrom(api, phone, '203.0.113.8')))
    }

    expect(rounds.slice(0, 5)).toEqual([30, 60, 120, 240, 240].map(sent))
    expect(rounds[5]).toEqual(Array(10).fill([429, expect.objectContaining({ code: 'too_many' })]))
    expect(deps.sent).toHaveLength(5)
  })

  test('an address may request OTPs for ten numbers, and one more for each [safe.4]', async () => {
    const { api, deps } = limited()
    const ten = Array.from({ length: 10 }, aPhone)
    for (const [nth, later] of [0, 40_000].entries()) {
      advanceClock(later)
      for (const phone of ten) {
        const responses = await sendTen(() => loginFrom(api, phone, '2001:db8:113:9::1'))
        expect(responses).toEqual(sent(nth === 0 ? 30 : 60))
      }
    }
    const refused = await sendTen(() => loginFrom(api, aPhone(), '2001:db8:113:9::1'))

    expect(refused.map(([status]) => status)).toEqual(Array(10).fill(429))
    expect(deps.sent).toHaveLength(20)
  })

  test('an eleventh number of an address stays refused, however often it is requested [safe.4]', async () => {
    const { api, deps } = limited()
    for (let number = 0; number < 10; number++) await loginFrom(api, aPhone(), '2001:db8:113:10::1')
    const phone = aPhone()
    const statuses = []
    for (let time = 0; time < 3; time++) {
      statuses.push((await loginFrom(api, phone, '2001:db8:113:10::1')).status)
    }

    expect(statuses).toEqual([429, 429, 429])
    expect(deps.sent).toHaveLength(10)
  })

  test('a request that comes too soon is refused with the time to wait [login.2]', async () => {
    const { api, deps } = limited()
    const phone = aPhone()
    advanceClock(0)
    await loginFrom(api, phone, '203.0.113.11')
    advanceClock(1000)
    const early = await sendTen(() => loginFrom(api, phone, '203.0.113.11'))

    expect(early.map(([status]) => status)).toEqual(Array(10).fill(429))
    expect(deps.sent).toHaveLength(1)
  })
})
