import { useEffect, useState } from 'react'
import useSWR, { unstable_serialize, useSWRConfig } from 'swr'

import type { Read } from '#contract/api/reads.ts'
import type { ReadNoun, ReadReply } from '#contract/api/schemas.ts'
import { recordRead } from '#platform/serviceWorker/workerClient.ts'
import { ApiError } from './apiError.ts'

/** How long an answer that was asked for ahead is as good as one asked for now. */
const earlyForMs = 10_000
const early = new Map<string, { answer: Promise<unknown>; until: number }>()

/**
 * What a public read brings. The first sight of a page asks nothing, so what asks and checks comes
 * with the first question.
 */
export async function fetchRead<Noun extends ReadNoun>(
  read: Read<Noun>,
  signal?: AbortSignal,
): Promise<ReadReply<Noun>> {
  const [, path] = read
  const ahead = early.get(path)
  early.delete(path)
  if (ahead && ahead.until > Date.now()) {
    return ahead.answer.catch(() => send(read, signal)) as Promise<ReadReply<Noun>>
  }
  return send(read, signal)
}

/** Asks already now for what will probably be asked for in a moment; one answer serves one question. */
export function prefetchRead(read: Read): void {
  const [, path] = read
  const known = early.get(path)
  if (known && known.until > Date.now()) return
  const answer = send(read)
  answer.catch(() => undefined)
  early.set(path, { answer, until: Date.now() + earlyForMs })
}

async function send<Noun extends ReadNoun>(
  read: Read<Noun>,
  signal?: AbortSignal,
): Promise<ReadReply<Noun>> {
  const { sendRead } = await import('./http.ts')
  return sendRead(read, signal)
}

/**
 * A public read for screens, and why it has brought nothing. What failed before the screen opened
 * is asked for again, and is no failure of this screen until that is answered.
 */
export function useRead<Noun extends ReadNoun>(read: Read<Noun>) {
  const { cache } = useSWRConfig()
  const { data, error, mutate } = useSWR<ReadReply<Noun>, Error>(read, () => fetchRead(read))
  const [before] = useState(error)
  const key = unstable_serialize(read)
  useEffect(() => {
    // SWR asks by itself, except where another part of the page has failed with it already.
    const kept = cache.get(key)
    if (kept?.error && !kept.isValidating) void mutate()
  }, [cache, key, mutate])

  const isAnswered = data !== undefined
  useEffect(() => {
    if (isAnswered) recordRead(read)
  }, [read, isAnswered])
  return { data, problem: isAnswered || error === before ? undefined : error }
}

/**
 * What a screen cannot be shown without; undefined while it is on its way. If it fails with nothing
 * to show, the error screen shows. On a first visit its answer is in the page already.
 */
export function useRequiredRead<Noun extends ReadNoun>(
  read: Read<Noun>,
): ReadReply<Noun> | undefined {
  const { data, problem } = useRead(read)
  if (problem) throwReadError(problem, read)
  return data
}

const lacked = new WeakMap<Error, Read>()

/** Leaves a screen to the error screen: it cannot be shown without what `read` would have brought. */
export function throwReadError(error: Error, read: Read): never {
  lacked.set(error, read)
  throw error
}

/** What the screen lacks that was given up with `error`. */
export const failedRead = (error: Error): Read | undefined => lacked.get(error)

/** A public read for what is not the page itself: without an answer the page goes on without it. */
export const useOptionalRead = <Noun extends ReadNoun>(read: Read<Noun> | null) =>
  useOptionalReadState(read).data

/** The same, and whether its answer is still to come; what has failed is not waited for. */
export function useOptionalReadState<Noun extends ReadNoun>(read: Read<Noun> | null) {
  const { data, error } = useSWR<ReadReply<Noun>, Error>(read, () => fetchRead(read as Read<Noun>))
  const isAnswered = data !== undefined
  useEffect(() => {
    if (read && isAnswered) recordRead(read)
  }, [read, isAnswered])
  return { data, isWaiting: read !== null && !isAnswered && error === undefined }
}

/** Whether the store has said that there is no such thing. It is asked once, whoever else asks. */
export function useIsNotFound(read: Read | null): boolean {
  // One that could not ask would be in the way: SWR has the first that reads ask again for all.
  const { error } = useSWR<unknown, Error>(read, () => fetchRead(read as Read))
  return error instanceof ApiError && error.code === 'not_found'
}
