import useSWRInfinite from 'swr/infinite'

import { readReviews, type Reviews } from './reviewApi.ts'

type Key = readonly ['reviews', id: string, cursor: string]

/** What is said of a product: all that was asked for so far. Without an answer there is nothing. */
export function useReviews(id: string) {
  const { data, isValidating, size, setSize } = useSWRInfinite<Reviews, Error>(
    (page: number, before: Reviews | null): Key | null => {
      if (page > 0 && !before?.nextCursor) return null
      return ['reviews', id, before?.nextCursor ?? '']
    },
    ([, of, cursor]: Key) => readReviews(of, cursor || undefined),
  )
  const last = data?.at(-1)
  return {
    summary: data?.[0],
    reviews: data?.flatMap((page) => page.data) ?? [],
    hasMore: typeof last?.nextCursor === 'string',
    isBusy: isValidating,
    readMore: () => void setSize(size + 1),
  }
}
