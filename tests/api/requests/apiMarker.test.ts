import { expect } from 'vitest'

import * as rules from '#contract/rules.ts'
import { createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { test } from '#tests/support/api/apiTest.ts'

test('every response has the x-api header: cached, refused and unknown ones too [pwa.7]', async ({
  db,
  deps,
}) => {
  const api = createApp({
    db,
    handlers: storeHandlers(deps),
    responseTtlMs: 10_000,
    trustedProxies: 1,
  })
  const marks = []
  for (const path of ['gender/list', 'gender/list', 'products/gone', 'no-such-call']) {
    marks.push((await api.request(`/api/${path}`)).headers.get('x-api'))
  }
  const often = () =>
    api.request('/api/no-such-call', { headers: { 'X-Forwarded-For': '203.0.113.7' } })
  for (let sent = 0; sent < rules.limits.readsPerMinute; sent++) await often()
  const refused = await often()
  expect(refused.status).toBe(429)
  marks.push(refused.headers.get('x-api'))

  expect(marks).toEqual(['1', '1', '1', '1', '1'])
})
