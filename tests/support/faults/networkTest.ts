import { type NetworkProxy, startNetworkProxy } from './networkProxy.ts'
import { test as storeTest } from '#tests/support/pages/storeTest.ts'

type Network = {
  network: NetworkProxy
  /** The connection is lost and the browser knows it, as in flight mode. */
  goOffline: () => Promise<void>
  goOnline: () => Promise<void>
}

/**
 * A test of a store behind a proxy that can fail. Playwright's `setOffline` and `route` do not
 * reach the service worker's requests in older browsers.
 */
export const test = storeTest.extend<Network>({
  network: async ({}, use) => {
    const proxy = await startNetworkProxy(`http://127.0.0.1:${process.env.E2E_PORT}`)
    await use(proxy)
    proxy.close()
  },
  baseURL: async ({ network }, use) => use(network.origin),
  goOffline: async ({ context, network }, use) =>
    use(async () => {
      network.fail({ kind: 'cut' })
      await context.setOffline(true)
    }),
  goOnline: async ({ context, network }, use) =>
    use(async () => {
      network.restore()
      await context.setOffline(false)
    }),
})

export { expect } from '#tests/support/pages/storeTest.ts'
