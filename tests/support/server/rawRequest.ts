import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

type Head = { method: string; path: string; headers: Record<string, string | number> }

/** A connection on which a test writes HTTP by hand, as a slow or hostile client does. */
export async function rawConnection(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => (received += text))
  // The store may close it; tests check what it sent before.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return {
    write: (text: string | Uint8Array) => void socket.write(text),
    writeHead: (head: Head) => void socket.write(headOf(head)),
    /** Waits until the store has sent this text; returns everything since the last call. */
    until: async (pattern: RegExp) => {
      while (!pattern.test(received)) await nextOf(socket, received)
      const all = received
      received = ''
      return all
    },
    close: () => void socket.destroy(),
  }
}

async function nextOf(socket: Socket, received: string) {
  if (socket.destroyed) throw new Error(`The connection was closed after: ${received}`)
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
}

function headOf({ method, path, headers }: Head): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', ''].join('\r\n')
}
