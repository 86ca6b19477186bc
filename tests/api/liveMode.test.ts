import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type FreshDatabase, freshDatabase } from '#tests/support/freshDatabase.ts'
import { type RunningStore, startStore } from '#tests/support/startStore.ts'

/** What live mode asks for; nothing in here is called. */
const keys = {
  STORE_MODE: 'live',
  METRICS_TOKEN: 'a-token-of-the-tests',
  HOST: '127.0.0.1',
  PUBLIC_ORIGIN: 'https://shop.example',
  OTP_PEPPER: 'a-pepper-of-the-tests',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret',
  MSG91_AUTH_KEY: 'secret',
  MSG91_OTP_TEMPLATE: 'otp',
  MSG91_LINK_TEMPLATE: 'link',
  VAPID_PUBLIC_KEY: 'public',
  VAPID_PRIVATE_KEY: 'secret',
  VAPID_CONTACT: 'mailto:care@shop.example',
}

describe('a live store', () => {
  let fresh: FreshDatabase
  let store: RunningStore

  beforeAll(async () => {
    fresh = await freshDatabase()
    store = await startStore({ ...keys, DATABASE_URL: fresh.url })
  })
  afterAll(async () => {
    await store.stop()
    await fresh.drop()
  })

  test('shows nobody its messages, and brings no demo [safe.4]', async () => {
    const inbox = await fetch(`${store.origin}/dev/inbox`)
    const list = await fetch(`${store.origin}/api/products/list`)

    expect(inbox.status).toBe(404)
    expect(await list.json()).toMatchObject({ result: { data: [], total: 0 } })
    expect((await fetch(`${store.origin}/readyz`)).status).toBe(200)
  })
})
