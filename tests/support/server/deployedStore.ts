import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { killSwitchRoute } from '#server/app/files/killSwitch.ts'

/** The scripts of the build, by their hashed file names. */
const program = /\b([A-Za-z][\w-]*-[\w-]{8})\.js\b/g
const old = 'before'
/** The revisions of the documents in the worker's manifest. */
const revision = /(?<="revision":")\d+/g

type DeployedStore = {
  origin: string
  /** Serves only the newer build from now on. */
  deploy: () => void
  /** Serves the kill switch instead of the worker, as with `SERVICE_WORKER=off`. */
  turnOffWorker: () => void
  stop: () => void
}

/**
 * The store behind a proxy that knows two builds. The scripts of the older one have other names; it
 * lacks those named in `missing`, as if they had never been downloaded.
 */
export async function deployedStore(store: string, missing: RegExp): Promise<DeployedStore> {
  let isDeployed = false
  let isWorkerOff = false
  const respond = async (incoming: IncomingMessage) => {
    const path = incoming.url ?? '/'
    if (isWorkerOff && path === '/sw.js') return killSwitch()
    const isOld = path.includes(`${old}.js`)
    if (isOld && (isDeployed || missing.test(path))) return notFound
    const { status, headers, body } = await fetchFrom(
      store,
      path.replace(`${old}.js`, '.js'),
      incoming,
    )
    const isText = /html|javascript/.test(headers['content-type'] ?? '')
    const rewritten = isText && !isDeployed
    return {
      status,
      // The policy has the hashes of the other build's scripts.
      headers: { ...headers, 'content-security-policy': undefined, 'cache-control': 'no-store' },
      body: rewritten ? Buffer.from(asOldBuild(body.toString())) : body,
    }
  }
  const proxy: Server = createServer((incoming, out) => {
    void respond(incoming).then(({ status, headers, body }) => {
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined && !hopByHopHeaders.has(name)) out.setHeader(name, value)
      }
      out.writeHead(status).end(body)
    })
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const { port } = proxy.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    deploy: () => (isDeployed = true),
    turnOffWorker: () => (isWorkerOff = true),
    stop: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

const asOldBuild = (text: string) => text.replace(program, `$1${old}.js`).replace(revision, old)

type StoreResponse = { status: number; headers: Record<string, string | undefined>; body: Buffer }

const notFound: StoreResponse = {
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.of(),
}
const hopByHopHeaders = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'content-encoding',
])

function fetchFrom(store: string, path: string, incoming: IncomingMessage): Promise<StoreResponse> {
  const headers = { ...incoming.headers, host: new URL(store).host, 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const sent = request(store + path, { method: incoming.method, headers }, (got) => {
      const chunks: Buffer[] = []
      got.on('data', (chunk: Buffer) => chunks.push(chunk))
      got.on('end', () =>
        resolve({
          status: got.statusCode ?? 500,
          headers: got.headers as StoreResponse['headers'],
          body: Buffer.concat(chunks),
        }),
      )
    })
    sent.on('error', reject)
    incoming.pipe(sent)
  })
}

async function killSwitch() {
  const response = await killSwitchRoute.request('/sw.js')
  return {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? undefined },
    body: Buffer.from(await response.arrayBuffer()),
  }
}
