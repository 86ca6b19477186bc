import { wireMessage } from './wireBatches.ts'

const end = '\0'

/**
 * Keeps apart the prepared statements of clients that share one session: each gets its own names.
 * `rewrite` puts them into a message, `closing` is what forgets them all.
 */
export function ownStatements(client: number) {
  const names = new Set<string>()
  const ownName = (name: string) => (name === '' ? '' : `${client}_${name}`)

  function rewrite(message: Buffer): Buffer {
    const type = String.fromCharCode(message[0] ?? 0)
    const body = message.subarray(5)
    if (type === 'P') return renamed(type, body, 0)
    if (type === 'B') return renamed(type, body, body.indexOf(end) + 1)
    if ((type === 'D' || type === 'C') && body[0] === 'S'.charCodeAt(0))
      return renamed(type, body, 1)
    return message
  }

  /** The name stands in `body` from `start` to the next zero. */
  function renamed(type: string, body: Buffer, start: number): Buffer {
    const stop = body.indexOf(end, start)
    const name = body.toString('utf8', start, stop)
    if (type === 'P' && name !== '') names.add(name)
    return wireMessage(type, body.subarray(0, start), ownName(name), body.subarray(stop))
  }

  function closing(): Buffer | undefined {
    if (names.size === 0) return undefined
    const closes = [...names].map((name) => wireMessage('C', 'S', ownName(name), end))
    return Buffer.concat([...closes, wireMessage('S')])
  }

  return { rewrite, closing }
}
