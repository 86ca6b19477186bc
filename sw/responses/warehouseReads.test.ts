import { beforeEach, expect, test, vi } from 'vitest'

import { startServiceWorker, stubNetwork } from '#tests/support/worker/serviceWorker.ts'

const list = '/api/products/list?page=2'
const listOfPune = `${list}&warehouse=pune`
const listWith = (name: string) => () =>
  Response.json(
    { success: true, result: { data: [{ _id: 'kurta-7', name }] } },
    { headers: { 'x-api': '1', 'content-type': 'application/json' } },
  )

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z'), toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

test('a list for any warehouse serves while there is none for the wanted one [pwa.3]', async () => {
  stubNetwork({ [list]: listWith('any') })
  const worker = await startServiceWorker(() => import('#sw/sw.ts'))
  await worker.request(list)

  stubNetwork({})
  const stored = await worker.request(listOfPune)
  stubNetwork({ [listOfPune]: listWith('in Pune') })
  vi.setSystemTime(Date.now() + 60_000)
  await worker.request(listOfPune)
  stubNetwork({})

  expect(await stored?.text()).toContain('any')
  expect(stored?.headers.get('x-sw-cache')).toBe('stale')
  expect(await (await worker.request(listOfPune))?.text()).toContain('in Pune')
})
