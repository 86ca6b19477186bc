import type { Socket } from 'node:net'

import { ownStatements } from './ownStatements.ts'
import type { Client, sessionTurns } from './sessionTurns.ts'
import { wireBatches, wireMessage } from './wireBatches.ts'

const sslRequest = 80_877_103
const gssRequest = 80_877_104
const protocol3 = 196_608

const rollback = Buffer.concat([wireMessage('S'), wireMessage('Q', 'rollback\0')])

/** Serves one client over its socket: greets it, then passes on what it sends when its turn comes. */
export function embeddedConnection(
  socket: Socket,
  turns: ReturnType<typeof sessionTurns>,
  number: number,
) {
  const statements = ownStatements(number)
  const batchesIn = wireBatches(statements.rewrite)
  const client: Client = {
    onAnswer: (bytes) => socket.writable && socket.write(Buffer.from(bytes)),
    onIdle: () => socket.destroy(),
  }
  let greeting: Buffer | undefined = Buffer.alloc(0)

  socket.on('data', (chunk) => {
    try {
      const rest = greeting ? greet(Buffer.concat([greeting, chunk])) : chunk
      for (const batch of batchesIn(rest)) void turns.take(client, () => batch)
    } catch {
      socket.destroy()
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    void turns.leave(client, (isHolding) => {
      const farewell = [isHolding ? rollback : [], statements.closing() ?? []].flat()
      return farewell.length > 0 ? { bytes: Buffer.concat(farewell), isWhole: true } : undefined
    })
  })

  /** Before its first message a client says hello, without a letter. Gives back what comes after. */
  function greet(bytes: Buffer): Buffer {
    greeting = bytes
    if (bytes.length < 8) return Buffer.alloc(0)
    const [length, code] = [bytes.readInt32BE(0), bytes.readInt32BE(4)]
    if (code === sslRequest || code === gssRequest) {
      socket.write('N')
      return greet(bytes.subarray(length))
    }
    if (code !== protocol3) throw new Error('This is not the PostgreSQL protocol')
    if (bytes.length < length) return Buffer.alloc(0)
    greeting = undefined
    void turns.take(client, () => ({ bytes: bytes.subarray(0, length), isWhole: true }))
    return bytes.subarray(length)
  }
}
