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

  test('shows nobody its messages, and brings no demo [safe.4]', async () => {
    const inbox = await fetch(`${store.origin}/dev/inbox`)
    const list = await fetch(`${store.origin}/api/products/list`)

    expect(inbox.status).toBe(404)
    expect(await list.json()).toMatchObject({ result: { data: [], total: 0 } })
    expect((await fetch(`${store.origin}/readyz`)).status).toBe(200)
  })
})
