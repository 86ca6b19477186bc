import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import { reviews } from '#server/database/schema/catalogue.ts'
import { complaints } from '#server/database/schema/operations.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import { test } from '#tests/support/api/tests/deliveredTest.ts'
import { aPhone } from '#tests/support/shopper/givens.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { sandboxKeys } from '#tests/support/api/testDeps.ts'

/** Clears a terminal, reverses the text direction and contains invisible characters. */
const hidden = '\u001b[2J\u202e\u200b\u2066\u00ad'

describe('texts with invisible characters', () => {
  test('are saved without them in every field [safe.3]', async ({
    api,
    db,
    me,
    delivered,
    kurta,
    send,
  }) => {
    expect(delivered.lineId).not.toBe('')
    const address = { street: `12${hidden} Scheme`, city: `In${hidden}dore`, label: 'work' }
    const { response } = await send('POST', 'address/add', address)
    const { _id } = (response as { address: { _id: string } }).address
    const profile = { firstName: `Asha${hidden.slice(4)}`, lastName: 'क्\u200dष', email: '' }
    const changed = await send('PUT', 'user/profile', profile)
    const review = { stars: 5, words: `Soft\n${hidden}cotton ❤️` }
    const reviewed = await send('POST', `products/${kurta}/reviews`, review)
    const complaint = {
      name: `As${hidden.slice(4)}ha`,
      contactNumber: aPhone(),
      text: `Open\n${hidden}parcel`,
    }
    await api.request('/api/complaints', jsonRequest('POST', complaint))

    expect([changed.status, reviewed.status]).toEqual([200, 200])
    expect(await db.select().from(addresses).where(eq(addresses.id, _id))).toMatchObject([
      { street: '12[2J Scheme', city: 'In[2Jdore' },
    ])
    expect(await db.select().from(users).where(eq(users.id, me.userId))).toMatchObject([
      { firstName: 'Asha', lastName: 'क्\u200dष' },
    ])
    expect(await db.select().from(reviews)).toMatchObject([{ words: 'Soft\n[2Jcotton ❤️' }])
    expect(await db.select().from(complaints)).toMatchObject([
      { name: 'Asha', text: 'Open\n[2Jparcel' },
    ])
  })

  test.for([
    ['lists', `{"contactNumber":${'['.repeat(16_000)}${']'.repeat(16_000)}}`],
    ['objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ] as const)('are refused if %s nest too deeply [safe.3]', async ([, body], { api }) => {
    const request = { ...jsonRequest('POST'), body }

    const response = await api.request('/api/user/login', request)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ success: false, code: 'invalid' })
  })

  test('are refused even if the payment provider signs them [safe.3] [pay.1]', async ({ api }) => {
    const payment = {
      ...{ id: 'pay_\u0000', order_id: 'order_1', amount: 100, currency: 'INR' },
      ...{ status: 'captured', method: 'upi' },
    }
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: payment } },
    })
    const headers = {
      'X-Razorpay-Event-Id': 'event-with-nul',
      'X-Razorpay-Signature': createHmac('sha256', sandboxKeys.webhookSecret)
        .update(body)
        .digest('hex'),
    }

    const response = await api.request('/api/webhooks/razorpay', { method: 'POST', body, headers })

    expect(response.status).toBe(400)
  })
})
