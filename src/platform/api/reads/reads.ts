import { useEffect, useState } from 'react'
import useSWR, { unstable_serialize, useSWRConfig } from 'swr'

import type { PublicReadName, Read } from '#contract/api/reads.ts'
import type { ReadResponse } from '#contract/api/readSchemas.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { recordRead } from '#platform/serviceWorker/workerClient.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { pathForWarehouse } from '#platform/api/warehouse.ts'

/** How long a prefetched response may be used. */
const prefetchLifetimeMs = 10_000
const prefetched = new Map<string, { response: Promise<unknown>; until: number }>()

/**
 * Returns the prefetched response of a public read if there is one, else sends the read. The HTTP client is
 * imported with the first one, because a first view needs none.
 */
export async function fetchRead<Name extends PublicReadName>(
  read: Read<Name>,
  signal?: AbortSignal,
): Promise<ReadResponse<Name>> {
  const path = pathForWarehouse(read)
  const prefetchedRead = prefetched.get(path)
  prefetched.delete(path)
  if (prefetchedRead && prefetchedRead.until > Date.now()) {
    return prefetchedRead.response.catch(() => send(read, signal)) as Promise<ReadResponse<Name>>
  }
  return send(read, signal)
}

/** Sends a read that is likely to be needed in a moment. Its response is used once. */
export function prefetchRead(read: Read): void {
  const path = pathForWarehouse(read)
  const existing = prefetched.get(path)
  if (existing && existing.until > Date.now()) return
  const response = send(read)
  response.catch(() => undefined)
  prefetched.set(path, { response, until: Date.now() + prefetchLifetimeMs })
}

async function send<Name extends PublicReadName>(
  read: Read<Name>,
  signal?: AbortSignal,
): Promise<ReadResponse<Name>> {
  const { sendRead } = await import('#platform/api/http.ts')
  return sendRead(read, signal)
}

/**
 * Reads public data, and says why there is none. An error from before the screen opened is retried,
 * and is reported only if the retry fails too.
 */
export function useRead<Name extends PublicReadName>(read: Read<Name>) {
  const { cache } = useSWRConfig()
  const { data, error, mutate } = useSWR<ReadResponse<Name>, Error>(read, () => fetchRead(read))
  const [initialError] = useState(error)
  const key = unstable_serialize(read)
  useEffect(() => {
    // SWR does not revalidate a key that another component has already failed to read.
    const cached = cache.get(key)
    if (cached?.error && !cached.isValidating) void mutate()
  }, [cache, key, mutate])

  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) recordRead(read)
  }, [read, isLoaded])
  return { data, problem: isLoaded || error === initialError ? undefined : error }
}

/**
 * Data that a screen cannot be shown without; undefined while it loads. If it cannot be read, the
 * error screen replaces the screen. On a first visit the data is in the HTML.
 */
export function useRequiredRead<Name extends PublicReadName>(
  read: Read<Name>,
): ReadResponse<Name> | undefined {
  const { data, problem } = useRead(read)
  if (problem) throwReadError(problem, read)
  return data
}

const failedReads = new WeakMap<Error, Read>()

/** Throws to the error screen, which can retry the `read`. */
export function throwReadError(error: Error, read: Read): never {
  failedReads.set(error, read)
  throw error
}

/** The read that failed, for an error thrown by `throwReadError`. */
export const failedRead = (error: Error): Read | undefined => failedReads.get(error)

/** Reads public data that a page can do without. */
export const useOptionalRead = <Name extends PublicReadName>(read: Read<Name> | null) =>
  useOptionalReadState(read).data

/**
 * `useOptionalRead` with the state of the read. `isLoading`: the response is still expected.
 * `problem`: why there is no data, while no further attempt is under way.
 */
export function useOptionalReadState<Name extends PublicReadName>(read: Read<Name> | null) {
  const { data, error, isValidating, mutate } = useSWR<ReadResponse<Name>, Error>(read, () =>
    fetchRead(read as Read<Name>),
  )
  const isLoaded = data !== undefined
  useEffect(() => {
    if (read && isLoaded) recordRead(read)
  }, [read, isLoaded])
  return {
    data,
    isLoading: read !== null && !isLoaded && error === undefined,
    problem: isLoaded || isValidating ? undefined : error,
    retry: () => void mutate().catch(() => undefined),
  }
}

/** Whether the store responded that this does not exist. */
export function useIsNotFound(read: Read | null): boolean {
  // Every user of this key must be able to send the read, because SWR revalidates through the first
  // one that mounts.
  const { error } = useSWR<unknown, Error>(read, () => fetchRead(read as Read))
  return error instanceof ApiError && error.code === 'not_found'
}

const maxCachedProducts = 500
const cachedProducts = new Map<string, Product>()

/**
 * Products that cards have shown since the page was loaded: the product page opens with them before
 * its own read has a response.
 */
export function cacheProducts(products: Product[]): void {
  for (const product of products) {
    cachedProducts.delete(product._id)
    cachedProducts.set(product._id, product)
  }
  for (const [oldest] of cachedProducts) {
    if (cachedProducts.size <= maxCachedProducts) break
    cachedProducts.delete(oldest)
  }
}

export const cachedProduct = (id: string): Product | undefined => cachedProducts.get(id)
