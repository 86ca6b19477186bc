import { afterEach, expect, test, vi } from 'vitest'

import { pairingsRead, productRead } from '#contract/api/reads.ts'
import { prefetchRead, fetchRead } from './reads.ts'

afterEach(() => vi.useRealTimers())

const kurta = { success: true, result: { data: [] } }

function listening(responses: (() => Response)[]) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname)
    return (responses.shift() ?? (() => Response.json(kurta)))()
  })
  return requests
}

test('a prefetched read is requested once and used once [pwa.15]', async () => {
  const requests = listening([])
  prefetchRead(pairingsRead('one'))
  prefetchRead(pairingsRead('one'))
  await fetchRead(pairingsRead('one'))
  expect(requests).toHaveLength(1)

  await fetchRead(pairingsRead('one'))
  expect(requests).toHaveLength(2)
})

test('an outdated or failed prefetch is requested again', async () => {
  const requests = listening([() => Response.json({ success: false, msg: 'no' }, { status: 404 })])
  prefetchRead(productRead('gone'))
  await expect(fetchRead(pairingsRead('two'))).resolves.toEqual(kurta)
  await expect(fetchRead(productRead('gone'))).rejects.toThrow()
  expect(requests.filter((path) => path.endsWith('gone'))).toHaveLength(2)

  vi.useFakeTimers({ toFake: ['Date'] })
  prefetchRead(pairingsRead('three'))
  vi.setSystemTime(Date.now() + 11_000)
  await fetchRead(pairingsRead('three'))
  expect(requests.filter((path) => path.endsWith('three'))).toHaveLength(2)
})
