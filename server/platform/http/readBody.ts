import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

import { StoreError } from './storeError.ts'

type BodyLimits = {
  maxBytes: number
  /** From the headers to the last byte; a client that is slower gets 408. */
  timeLimitMs: number
}

/** The rest of a refused body is read and discarded, up to these limits. */
const drainBytes = 4 * 1024 * 1024
const drainMs = 2000

/**
 * Reads the whole body of a request, and never inside a transaction: a client that sends slowly, or
 * nothing at all, would hold a database connection and its locks.
 *
 * @throws StoreError 'too_large' (413), 'request_timeout' (408)
 */
export async function readBody(c: Context, limits: BodyLimits): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(c.req.header('Content-Length') ?? 0) > limits.maxBytes) throw tooLarge()
  const incoming = incomingOf(c)
  return incoming ? readIncoming(incoming, limits) : readInProcess(c, limits)
}

/** Reads the body as JSON; undefined if it is not valid JSON. */
export async function readJson(c: Context, limits: BodyLimits): Promise<unknown> {
  const text = decodeText(await readBody(c, limits))
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const decodeText = (body: Uint8Array) => new TextDecoder().decode(body)

/** Whether a part of the body has not been received yet. */
export const isBodyArriving = (c: Context): boolean => incomingOf(c)?.complete === false

/**
 * Discards the unread rest of a body, so that the client can reuse its connection. False if the rest is
 * too large or too slow; the connection has to be closed then.
 */
export async function drain(c: Context): Promise<boolean> {
  const incoming = incomingOf(c)
  if (incoming?.complete !== false || incoming.destroyed) return true
  // The client has used up its time limit already.
  if (c.res.status === 408) return false
  const declared = Number(incoming.headers['content-length'] ?? 0)
  if (declared > drainBytes) return false
  return new Promise((resolve) => {
    let bytes = 0
    const end = (isDrained: boolean) => {
      clearTimeout(timer)
      incoming.off('data', count).off('end', onEnd).off('close', onClose)
      resolve(isDrained)
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > drainBytes) end(false)
    }
    const onEnd = () => end(true)
    const onClose = () => end(false)
    const timer = setTimeout(onClose, drainMs)
    incoming.on('data', count).on('end', onEnd).on('close', onClose).resume()
  })
}

/** Node's request object; undefined for requests made inside the process by server rendering and tests. */
function incomingOf(c: Context): IncomingMessage | undefined {
  const isConnected = c.env && typeof c.env === 'object' && 'incoming' in c.env
  return isConnected ? (c.env as { incoming: IncomingMessage }).incoming : undefined
}

function readIncoming(
  incoming: IncomingMessage,
  { maxBytes, timeLimitMs }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (settle: () => void) => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', onEnd).off('close', onAbort).off('error', onAbort)
      settle()
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBytes) end(() => reject(tooLarge()))
    }
    const onEnd = () => end(() => resolve(concatenateChunks(chunks, bytes)))
    const onAbort = () => end(() => reject(new StoreError('invalid', 'The request was incomplete')))
    const timer = setTimeout(() => end(() => reject(tooSlow())), timeLimitMs)
    if (incoming.destroyed) return onAbort()
    incoming.on('data', onData).on('end', onEnd).on('close', onAbort).on('error', onAbort)
  })
}

/** Copies the chunks: Node's chunks are slices of larger buffers, which would stay in memory. */
function concatenateChunks(chunks: Buffer[], bytes: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

async function readInProcess(c: Context, { maxBytes }: BodyLimits) {
  const body = new Uint8Array(await c.req.arrayBuffer())
  if (body.length > maxBytes) throw tooLarge()
  return body
}

const tooLarge = () => new StoreError('too_large', 'This is too large to send')
const tooSlow = () =>
  new StoreError('request_timeout', 'Your connection is too slow. Please try again.')

/** PostgreSQL text cannot store NUL or lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/u

/** The message for a request that no form of the store sends. */
export const notValid = 'This request is not valid'

/** No request of the contract is nested more deeply. */
const maxDepth = 20

/**
 * Rejects JSON that cannot be stored or processed: texts with characters that the database does not
 * accept, and nesting so deep that a recursive function would exhaust the stack.
 *
 * @throws StoreError 'invalid'
 */
export function rejectUnstorable(json: unknown, depth = 0): void {
  if (depth > maxDepth) throw new StoreError('invalid', notValid)
  if (typeof json === 'string') rejectText(json)
  if (!json || typeof json !== 'object') return
  for (const [name, value] of Object.entries(json)) {
    rejectText(name)
    rejectUnstorable(value, depth + 1)
  }
}

function rejectText(text: string): void {
  if (unstorable.test(text)) {
    throw new StoreError('invalid', 'This text contains characters that can’t be saved')
  }
}
