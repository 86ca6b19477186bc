import type { Socket } from 'node:net'

/** A message starts with its type (one byte) and its length (four bytes). */
const headerLength = 5
/** Codes of startup messages. Source: PostgreSQL documentation, "Message Formats". */
const sslRequest = 80_877_103
const gssRequest = 80_877_104
const protocol3 = 196_608

const rollback = Buffer.concat([wireMessage('S'), wireMessage('Q', 'rollback\0')])

/** Serves one client over its socket: does the startup handshake, then queues its batches of messages. */
export function embeddedConnection(
  socket: Socket,
  queue: ReturnType<typeof sessionQueue>,
  clientId: number,
) {
  const statements = renameStatements(clientId)
  const splitBatches = wireBatches(statements.rewrite)
  const client: Client = {
    onResponse: (bytes) => socket.writable && socket.write(Buffer.from(bytes)),
    onIdle: () => socket.destroy(),
  }
  let startupBytes: Buffer | undefined = Buffer.alloc(0)

  socket.on('data', (chunk) => {
    try {
      const rest = startupBytes ? handleStartup(Buffer.concat([startupBytes, chunk])) : chunk
      for (const batch of splitBatches(rest)) void queue.enqueue(client, () => batch)
    } catch {
      socket.destroy()
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    void queue.disconnect(client, (isHolding) => {
      const cleanup = [isHolding ? rollback : [], statements.closeMessages() ?? []].flat()
      return cleanup.length > 0 ? { bytes: Buffer.concat(cleanup), isComplete: true } : undefined
    })
  })

  /** Handles the startup message, which has no type byte. Returns the bytes after it. */
  function handleStartup(bytes: Buffer): Buffer {
    startupBytes = bytes
    if (bytes.length < 8) return Buffer.alloc(0)
    const [length, code] = [bytes.readInt32BE(0), bytes.readInt32BE(4)]
    if (code === sslRequest || code === gssRequest) {
      socket.write('N')
      return handleStartup(bytes.subarray(length))
    }
    if (code !== protocol3) throw notPostgres()
    if (bytes.length < length) return Buffer.alloc(0)
    startupBytes = undefined
    void queue.enqueue(client, () => ({ bytes: bytes.subarray(0, length), isComplete: true }))
    return bytes.subarray(length)
  }
}

const nul = '\0'

/**
 * Prefixes the names of prepared statements, because all clients share one session. `rewrite` renames them
 * in a message, `closeMessages` returns the messages that close all of the client's statements.
 */
function renameStatements(client: number) {
  const names = new Set<string>()
  const prefixed = (name: string) => (name === '' ? '' : `${client}_${name}`)

  function rewrite(message: Buffer): Buffer {
    const type = String.fromCharCode(message[0] ?? 0)
    const body = message.subarray(5)
    if (type === 'P') return prefixNameAt(type, body, 0)
    if (type === 'B') return prefixNameAt(type, body, body.indexOf(nul) + 1)
    if ((type === 'D' || type === 'C') && body[0] === 'S'.charCodeAt(0))
      return prefixNameAt(type, body, 1)
    return message
  }

  /** The name is in `body` from `start` to the next NUL byte. */
  function prefixNameAt(type: string, body: Buffer, start: number): Buffer {
    const stop = body.indexOf(nul, start)
    const name = body.toString('utf8', start, stop)
    if (type === 'P' && name !== '') names.add(name)
    return wireMessage(type, body.subarray(0, start), prefixed(name), body.subarray(stop))
  }

  function closeMessages(): Buffer | undefined {
    if (names.size === 0) return undefined
    const closes = [...names].map((name) => wireMessage('C', 'S', prefixed(name), nul))
    return Buffer.concat([...closes, wireMessage('S')])
  }

  return { rewrite, closeMessages }
}

/** A connected client. `onIdle` is called if it is idle in a transaction for too long. */
type Client = { onResponse: (bytes: Uint8Array) => void; onIdle: () => void }

/** The one session that all clients share. */
export type Session = {
  run: (bytes: Uint8Array, onResponse: (bytes: Uint8Array) => void) => Promise<void>
  isInTransaction: () => boolean
}

/** Creates the client's batch when its turn comes. `isHolding`: the client has an open transaction or batch. */
type CreateBatch = (isHolding: boolean) => Batch | undefined
type QueuedWork = { client: Client; createBatch: CreateBatch; done: () => void }

/**
 * Lets clients use the session one batch at a time. A client in a transaction holds the session until it
 * ends; after `idleMs` without a batch its `onIdle` is called, so that it cannot hold the session for ever.
 */
export function sessionQueue(session: Session, idleMs: number) {
  let waiting: QueuedWork[] = []
  let isBusy = false
  let holder: Client | undefined
  let idleTimer: NodeJS.Timeout | undefined

  async function runNext(): Promise<void> {
    const work = waiting.find(({ client }) => !holder || client === holder)
    if (isBusy || !work) return
    waiting = waiting.filter((queued) => queued !== work)
    isBusy = true
    clearTimeout(idleTimer)
    await runWork(work)
    isBusy = false
    work.done()
    void runNext()
  }

  async function runWork({ client, createBatch }: QueuedWork) {
    const batch = createBatch(holder === client)
    if (!batch) return
    await session.run(batch.bytes, client.onResponse)
    holder = !batch.isComplete || session.isInTransaction() ? client : undefined
    if (holder) idleTimer = setTimeout(client.onIdle, idleMs)
  }

  /** Resolves when the client has had its turn. */
  function enqueue(client: Client, createBatch: CreateBatch): Promise<void> {
    return new Promise((done) => {
      waiting.push({ client, createBatch, done })
      void runNext()
    })
  }

  /** Removes a disconnected client's queued batches and runs `createBatch` to clean up its transaction and statements. */
  function disconnect(client: Client, createBatch: CreateBatch): Promise<void> {
    waiting = waiting.filter((work) => work.client !== client)
    return enqueue(client, createBatch)
  }

  return { enqueue, disconnect }
}

/** Messages for the database. After an incomplete batch, the session waits for more from the same client. */
type Batch = { bytes: Uint8Array; isComplete: boolean }

const byteOf = (text: string) => text.charCodeAt(0)
const endsBatch = new Set([byteOf('S'), byteOf('Q'), byteOf('F')])
const flush = byteOf('H')

/**
 * Splits a client's bytes into batches that end where PostgreSQL responds. All clients share one session, so
 * messages of different clients must not be mixed within a batch. `rewrite` is applied to each message.
 */
function wireBatches(rewrite: (message: Buffer) => Buffer) {
  let rest: Buffer = Buffer.alloc(0)
  let messages: Buffer[] = []

  return function splitBatches(chunk: Buffer): Batch[] {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const batches: Batch[] = []
    for (let message = nextMessage(); message; message = nextMessage()) {
      messages.push(rewrite(message))
      const type = message[0] ?? 0
      if (!endsBatch.has(type) && type !== flush) continue
      batches.push({ bytes: Buffer.concat(messages), isComplete: type !== flush })
      messages = []
    }
    return batches
  }

  function nextMessage(): Buffer | undefined {
    if (rest.length < headerLength) return undefined
    const length = 1 + rest.readInt32BE(1)
    if (length < headerLength) throw notPostgres()
    if (rest.length < length) return undefined
    const message = rest.subarray(0, length)
    rest = rest.subarray(length)
    return message
  }
}

/** Builds a message of the PostgreSQL protocol. */
export function wireMessage(type: string, ...parts: (string | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const header = Buffer.alloc(headerLength)
  header.write(type)
  header.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([header, body])
}

const notPostgres = () => new Error('This is not the PostgreSQL protocol')
