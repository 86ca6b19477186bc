import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'

import * as rules from '#contract/rules.ts'
import { clock, setClock } from '#server/platform/runtime/clock.ts'
import { createReadLimiter } from './rateLimits.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

afterEach(() => setClock())

test('each address has its own limit per minute [safe.4]', async () => {
  const now = clock.now()
  setClock(() => now)
  const store = new Hono()
    .use(createReadLimiter(1))
    .get('/list', (c) => c.text('ok'))
    .onError((error, c) => c.text('', error instanceof StoreError ? 429 : 500))
  const ask = async (address: string, method = 'GET') =>
    (await store.request('/list', { method, headers: { 'X-Forwarded-For': address } })).status

  for (let time = 0; time < rules.limits.readsPerMinute; time++) {
    expect(await ask('203.0.113.7')).toBe(200)
  }
  expect(await ask('203.0.113.7')).toBe(429)
  expect(await ask('203.0.113.7', 'HEAD')).toBe(429)
  expect(await ask('203.0.113.8')).toBe(200)

  setClock(() => new Date(now.getTime() + 60_001))
  expect(await ask('203.0.113.7')).toBe(200)
})
