import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { liveSettings } from '#tests/support/server/liveStore.ts'
import { type RunningStore, startStore } from '#tests/support/server/startStore.ts'

describe('a live store', () => {
  let fresh: FreshDatabase
  let store: RunningStore

  beforeAll(async () => {
    fresh = await freshDatabase()
    store = await startStore({ ...liveSettings, DATABASE_URL: fresh.url })
  })
  afterAll(async () => {
    await store.stop()
    await fresh.drop()
  })

  test('has no inbox and no demo data [safe.4]', async () => {
    const inbox = await fetch(`${store.origin}/dev/inbox`)
    const list = await fetch(`${store.origin}/api/products/list`)

    expect(inbox.status).toBe(404)
    expect(await list.json()).toMatchObject({ result: { data: [], total: 0 } })
    expect((await fetch(`${store.origin}/readyz`)).status).toBe(200)
  })

  test('accepts only webhooks signed by Razorpay [checkout.9] [safe.4]', async () => {
    const body = JSON.stringify({ event: 'payment.captured', payload: {} })
    const signed = createHmac('sha256', liveSettings.RAZORPAY_WEBHOOK_SECRET).update(body)
    const send = (signature: string) =>
      fetch(`${store.origin}/api/webhooks/razorpay`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Razorpay-Signature': signature,
          'X-Razorpay-Event-Id': 'event-1',
        },
        body,
      })

    expect((await send(signed.digest('hex'))).status).toBe(200)
    expect((await send('0'.repeat(64))).status).toBe(400)
  })
})
