import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the range from which systems take the local ports of outgoing connections (from 32768 on
 * Linux, from 49152 elsewhere). Any connection can take a port of that range between the moment it
 * is found free and the moment the server under test listens on it.
 */
const lowestPort = 20_000
const highestPort = 32_000

/** A TCP port on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(lowestPort, highestPort)
    if (await canListen(port)) return port
  }
  throw new Error(`No free port was found between ${lowestPort} and ${highestPort}`)
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
