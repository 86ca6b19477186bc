import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/**
 * A PostgreSQL behind a network that can be cut without closing its connections: they stay open,
 * but nothing arrives any more.
 */
export async function startSilentDatabase(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.on('data', (bytes) => isSilent || to.write(bytes))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    cut: () => void (isSilent = true),
    restore: () => void (isSilent = false),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
