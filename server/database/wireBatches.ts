/** Bytes for the database. A batch that is not whole waits for more of the same connection. */
export type Batch = { bytes: Uint8Array; isWhole: boolean }

const letter = (text: string) => text.charCodeAt(0)
const endsBatch = new Set([letter('S'), letter('Q'), letter('F')])
const flush = letter('H')
const headLength = 5

/**
 * Gathers what a client sends into batches that end where PostgreSQL would answer. All clients share
 * one session, so nothing may come between the messages of a batch. `rewrite` sees each message.
 */
export function wireBatches(rewrite: (message: Buffer) => Buffer) {
  let rest: Buffer = Buffer.alloc(0)
  let gathered: Buffer[] = []

  return function batchesIn(chunk: Buffer): Batch[] {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const batches: Batch[] = []
    for (let message = nextMessage(); message; message = nextMessage()) {
      gathered.push(rewrite(message))
      const type = message[0] ?? 0
      if (!endsBatch.has(type) && type !== flush) continue
      batches.push({ bytes: Buffer.concat(gathered), isWhole: type !== flush })
      gathered = []
    }
    return batches
  }

  function nextMessage(): Buffer | undefined {
    if (rest.length < headLength) return undefined
    const length = 1 + rest.readInt32BE(1)
    if (length < headLength) throw new Error('This is not the PostgreSQL protocol')
    if (rest.length < length) return undefined
    const message = rest.subarray(0, length)
    rest = rest.subarray(length)
    return message
  }
}

/** One message of the protocol, from its letter and what it carries. */
export function wireMessage(type: string, ...parts: (string | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const head = Buffer.alloc(headLength)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}
