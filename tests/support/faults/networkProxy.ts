import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { seededRandom } from '#tests/support/seededRandom.ts'

/** A failure between the browser and the store. */
export type NetworkFault =
  /** Every connection is closed at once. */
  | { kind: 'cut' }
  /** Connections are accepted, and nothing ever responds. */
  | { kind: 'dead' }
  /** The store gets the request, and its response is lost. */
  | { kind: 'lost response' }
  /** Every response is delayed by this time. */
  | { kind: 'slow'; ms: number }
  /** A gateway responds instead of the store. */
  | { kind: 'gateway'; status: number }
  /** A captive portal responds to everything with its login page. */
  | { kind: 'portal' }
  /**
   * One request in three is cut, in no regular order: a page that repeats three requests would always
   * lose the same one.
   */
  | { kind: 'one in three' }

export type NetworkProxy = {
  origin: string
  /** Requests whose path matches fail from now on, at most `times` of them. */
  fail: (fault: NetworkFault, path?: RegExp, times?: number) => void
  restore: () => void
  close: () => void
}

type Failing = { fault: NetworkFault; path: RegExp; left: number }

/**
 * A proxy in front of the store that fails as networks do. It works the same for every browser,
 * including the service worker's requests that a browser's own tools do not reach.
 */
export async function startNetworkProxy(store: string): Promise<NetworkProxy> {
  let failing: Failing | undefined
  const random = seededRandom(1)
  const proxy = createServer((incoming, out) => {
    const fault = faultFor(incoming.url ?? '/')
    const pass = (onResponse?: OnResponse) => forward(store, { incoming, out, onResponse })
    if (!fault) return pass()
    if (fault.kind === 'one in three' && random() > 1 / 3) return pass()
    if (fault.kind === 'cut' || fault.kind === 'one in three') return void incoming.socket.destroy()
    if (fault.kind === 'dead') return
    if (fault.kind === 'slow') {
      return void setTimeout(pass, fault.ms)
    }
    if (fault.kind === 'lost response') {
      return pass(() => void incoming.socket.destroy())
    }
    const isPortal = fault.kind === 'portal'
    const page = isPortal ? '<h1>Hotel Wi-Fi login</h1>' : '<h1>Bad gateway</h1>'
    out.writeHead(isPortal ? 200 : fault.status, { 'content-type': 'text/html' }).end(page)
  })

  function faultFor(path: string): NetworkFault | undefined {
    if (!failing || failing.left === 0 || !failing.path.test(path)) return undefined
    failing.left -= 1
    return failing.fault
  }

  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const { port } = proxy.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    fail(fault, path = /^/, times = Infinity) {
      failing = { fault, path, left: times }
      // Open connections, such as event streams, are closed too.
      if (fault.kind === 'cut') proxy.closeAllConnections()
    },
    restore: () => (failing = undefined),
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

type OnResponse = (response: IncomingMessage) => void
type Exchange = {
  incoming: IncomingMessage
  out: ServerResponse
  onResponse?: OnResponse | undefined
}

/** Forwards a request to the store and its response back, unless `onResponse` handles it. */
function forward(store: string, { incoming, out, onResponse }: Exchange): void {
  const passBack: OnResponse = (response) => {
    out.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(out)
  }
  const headers = { ...incoming.headers, host: new URL(store).host }
  if (headers.origin) headers.origin = store
  const sent = request(
    store + incoming.url,
    { method: incoming.method, headers },
    onResponse ?? passBack,
  )
  sent.on('error', () => incoming.socket.destroy())
  out.on('close', () => sent.destroy())
  incoming.pipe(sent)
}
