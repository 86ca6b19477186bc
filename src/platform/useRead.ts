import useSWR, { type SWRConfiguration } from 'swr'

export type Key = readonly [noun: string, ...rest: unknown[]] | null

/** `useSWR` for screens: a failed read goes to the error screen only if there is nothing to show. */
export function useRead<Data>(key: Key, read: () => Promise<Data>, options: SWRConfiguration = {}) {
  const answer = useSWR<Data, Error>(key, read, options)
  if (answer.error && answer.data === undefined) throw answer.error
  return answer
}
