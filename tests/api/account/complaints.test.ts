import { describe, expect } from 'vitest'

import { complaints, rateLimits } from '#server/database/schema/operations.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi, test } from '#tests/support/api/apiTest.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

const complaint = (changes: object = {}) =>
  jsonRequest('POST', {
    name: 'Asha Rao',
    contactNumber: aPhone(),
    text: 'The parcel was open',
    ...changes,
  })

describe('POST /complaints', () => {
  test('returns a ticket number [law.1]', async ({ api, db }) => {
    const response = await api.request('/api/complaints', complaint({ orderId: 'PEH-KAB55N' }))

    const { result } = await response.json()
    expect(result.ticket).toMatch(/^C-[2-9A-Z]{8}$/)
    expect(await db.select().from(complaints)).toMatchObject([
      { ticket: result.ticket, orderId: 'PEH-KAB55N', state: 'open' },
    ])
  })

  test('sends an acknowledgement [law.1]', async ({ db }) => {
    const deps = createTestDeps()
    const api = createTestApi(db, { ...deps, acknowledge: deps.sendMessage })

    const response = await api.request('/api/complaints', complaint())

    const { result } = await response.json()
    expect(deps.sent).toMatchObject([{ text: expect.stringContaining(result.ticket) }])
  })

  test('is rate-limited [law.1] [safe.4]', async ({ db }) => {
    const api = createTestApi(db, createTestDeps({ hasRateLimits: true }))
    const contactNumber = aPhone()

    const statuses = []
    for (let nth = 0; nth < 6; nth++) {
      const request = complaint({ contactNumber })
      const headers = { ...request.headers, 'X-Forwarded-For': `198.51.100.${nth}` }
      statuses.push((await api.request('/api/complaints', { ...request, headers })).status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    // The counters hold no personal data.
    const counters = JSON.stringify(await db.select().from(rateLimits))
    expect(counters).not.toContain(contactNumber)
    expect(counters).not.toContain('198.51.100')
  })

  test('is limited to five an hour from one address, whatever the number [law.1] [safe.4]', async ({
    db,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    setClock(() => new Date('2026-11-20T06:30:00Z'))
    const api = createTestApi(db, createTestDeps({ hasRateLimits: true }))
    const complain = (address: string) => {
      const request = complaint()
      const headers = { ...request.headers, 'X-Forwarded-For': address }
      return api.request('/api/complaints', { ...request, headers })
    }

    for (let nth = 0; nth < 5; nth++) expect((await complain('198.51.100.7')).status).toBe(200)
    const refused = await complain('198.51.100.7')

    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      msg: 'You’ve reached the limit for complaints. Please email or call us instead.',
    })
    expect((await complain('198.51.100.8')).status).toBe(200)
    setClock(() => new Date('2026-11-20T07:31:00Z'))
    expect((await complain('198.51.100.7')).status).toBe(200)
  })

  test('requires a name and a text [law.1] [safe.3]', async ({ api, db }) => {
    const response = await api.request('/api/complaints', complaint({ name: ' ', text: '' }))

    expect(response.status).toBe(400)
    expect(Object.keys((await response.json()).fields)).toEqual(['name', 'text'])
    expect(await db.$count(complaints)).toBe(0)
  })
})
