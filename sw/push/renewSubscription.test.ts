import { afterEach, expect, test, vi } from 'vitest'

import { startServiceWorker, stubNetwork } from '#tests/support/worker/serviceWorker.ts'

const aSubscription = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  keys: { p256dh: 'BFx_', auth: 'c2-' },
})

afterEach(() => void vi.unstubAllGlobals())

/** Tells the worker that the browser has replaced a subscription; returns what it reports to the store. */
async function replace(event: { oldSubscription: object | null; newSubscription: object | null }) {
  const { network } = stubNetwork({
    '/api/push/key': () => Response.json({ success: true, result: { publicKey: 'BKey' } }),
    '/api/push/renew': () => Response.json({ success: true }),
  })
  const worker = await startServiceWorker(() => import('#sw/sw.ts'))
  const subscribe = vi.fn(async () => aSubscription('made-by-the-worker'))
  Object.assign(worker.scope.registration, { pushManager: { subscribe } })
  await worker.dispatch('pushsubscriptionchange', event)
  const reports = network.mock.calls.flatMap(([, init]) =>
    typeof init?.body === 'string' ? [JSON.parse(init.body) as unknown] : [],
  )
  return { reports, subscribe }
}

const oldSubscription = aSubscription('old')

test('a subscription that the browser has replaced is reported [pwa.9]', async () => {
  const newSubscription = aSubscription('new')

  const { reports, subscribe } = await replace({ oldSubscription, newSubscription })

  expect(reports).toEqual([{ previous: oldSubscription, subscription: newSubscription }])
  expect(subscribe).not.toHaveBeenCalled()
})

test('for one that has ended the worker subscribes again, with the store’s key [pwa.9]', async () => {
  const { reports, subscribe } = await replace({ oldSubscription, newSubscription: null })

  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
  expect(reports).toEqual([
    { previous: oldSubscription, subscription: aSubscription('made-by-the-worker') },
  ])
})

test('without the previous one the next page reports it [pwa.9]', async () => {
  const { reports } = await replace({ oldSubscription: null, newSubscription: null })

  expect(reports).toEqual([])
})
