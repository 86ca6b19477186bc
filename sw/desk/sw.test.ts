import { expect, test, vi } from 'vitest'

import { startServiceWorker, workerOrigin } from '#tests/support/worker/serviceWorker.ts'

/** The libraries of the worker's files read these globals. */
function start() {
  vi.stubGlobal('registration', { scope: `${workerOrigin}/desk/` })
  vi.stubGlobal('location', new URL(`${workerOrigin}/desk/sw.js`))
  return startServiceWorker(() => import('./sw.ts'), {
    manifest: [{ url: '/desk/', revision: '1' }],
  })
}

const newOrder = {
  title: 'New order',
  body: 'Promise 7:45 pm.',
  navigate: `${workerOrigin}/desk/orders/PEH-KAB55N`,
  tag: 'new-order-PEH-KAB55N',
}

test('a push of a new order is shown with the desk’s icon [board.1]', async () => {
  const worker = await start()

  await worker.dispatch('push', {
    data: { text: () => JSON.stringify({ web_push: 8030, notification: newOrder }) },
  })

  expect(worker.scope.registration.showNotification).toHaveBeenCalledExactlyOnceWith('New order', {
    ...{ body: 'Promise 7:45 pm.', tag: 'new-order-PEH-KAB55N' },
    ...{ icon: '/desk/icons/icon-192.png', badge: '/icons/badge-96.png', lang: 'en-IN' },
    data: `${workerOrigin}/desk/orders/PEH-KAB55N`,
  })
})

test('a tap opens the order, and leaves the pages of the store alone [board.1]', async () => {
  const worker = await start()
  const close = vi.fn()

  await worker.dispatch('notificationclick', { notification: { data: newOrder.navigate, close } })

  expect(close).toHaveBeenCalledOnce()
  // A page of the store is open, which another worker controls.
  expect(worker.messages).toEqual([])
  expect(worker.scope.clients.openWindow).toHaveBeenCalledExactlyOnceWith(newOrder.navigate)
})
