import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

import {
  startServiceWorker,
  stubNetwork,
  workerOrigin,
} from '#tests/support/worker/serviceWorker.ts'

const start = () => startServiceWorker(() => import('#sw/sw.ts'))
const pushOf = (notification?: object) => ({
  data: notification && { text: () => JSON.stringify({ web_push: 8030, notification }) },
})
const backInStock = {
  title: 'Back in stock',
  body: 'Blue kurta, size L',
  navigate: '/products/kurta-7',
  tag: 'restock-kurta-7',
}
const json = () =>
  Response.json({}, { headers: { 'x-api': '1', 'content-type': 'application/json' } })

test('a push stores the data of its page and is shown [pwa.9] [pwa.14]', async () => {
  stubNetwork({ '/api/products/kurta-7': json })
  const worker = await start()
  worker.scope.registration.showNotification.mockImplementation(async () => {
    expect(await worker.stored('products')).toEqual(['/api/products/kurta-7'])
  })

  await worker.dispatch('push', pushOf(backInStock))

  expect(worker.scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
    'Back in stock',
    {
      body: 'Blue kurta, size L',
      tag: 'restock-kurta-7',
      data: `${workerOrigin}/products/kurta-7`,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      lang: 'en-IN',
    },
  )
})

test('the orders under way are the badge of the installed store [order.10] [pwa.9]', async () => {
  stubNetwork({})
  const setAppBadge = vi.fn(async () => {})
  vi.stubGlobal('navigator', { setAppBadge })
  const worker = await start()
  const delivered = { title: 'Order delivered', navigate: '/order-details?id=7' }

  await worker.dispatch('push', pushOf(delivered))
  expect(setAppBadge).not.toHaveBeenCalled()
  await worker.dispatch('push', {
    data: { text: () => JSON.stringify({ web_push: 8030, app_badge: 0, notification: delivered }) },
  })

  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(0)
  expect(worker.scope.registration.showNotification).toHaveBeenCalledTimes(2)
})

test('a push without a payload is shown too [pwa.9]', async () => {
  stubNetwork({})
  const worker = await start()

  await worker.dispatch('push', pushOf())

  expect(worker.scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
    'Pehno',
    expect.objectContaining({ data: `${workerOrigin}/` }),
  )
})

test('an unknown page is not requested [pwa.14]', async () => {
  const { requestedPaths } = stubNetwork({})
  const worker = await start()

  await worker.dispatch('push', pushOf({ ...backInStock, navigate: '/no-such-page' }))

  expect(requestedPaths()).toEqual([])
  expect(worker.scope.registration.showNotification).toHaveBeenCalledOnce()
})

test('without responses a push is shown after the soft timeout [pwa.14] [pwa.12]', async () => {
  vi.useFakeTimers()
  try {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const worker = await start()

    worker.send('push', pushOf(backInStock))
    await vi.advanceTimersByTimeAsync(2999)
    expect(worker.scope.registration.showNotification).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)

    expect(worker.scope.registration.showNotification).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('a tap on it opens its page [pwa.9]', async () => {
  const worker = await start()
  worker.scope.clients.matchAll = async () => []
  const close = vi.fn()

  await worker.dispatch('notificationclick', {
    notification: { data: `${workerOrigin}/products/kurta-7`, close },
  })

  expect(worker.scope.clients.openWindow).toHaveBeenCalledWith(`${workerOrigin}/products/kurta-7`)
})

test('its badge is white on transparent, because a phone shows only its shape [pwa.9]', async () => {
  const badge = sharp('public/icons/badge-96.png')
  const { data, info } = await badge.raw().toBuffer({ resolveWithObject: true })
  const colours = new Set<string>()
  let clear = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [red, green, blue, alpha] = data.subarray(at, at + info.channels)
    if (alpha === 0) clear += 1
    else colours.add(`${red},${green},${blue}`)
  }

  expect([...colours]).toEqual(['255,255,255'])
  expect(clear).toBeGreaterThan(0)
})
