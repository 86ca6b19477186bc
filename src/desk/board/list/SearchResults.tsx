import { Button } from '@mantine/core'
import useSWRInfinite from 'swr/infinite'

import { errorText, request, type StaffResponse } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import { BoardList, type ListContext } from './BoardList.tsx'
import styles from '#desk/board/BoardPage.module.css'
import { texts } from '#desk/orders/texts.ts'

type Props = { words: string; context: ListContext }
type Found = StaffResponse<'findOrders'>

/** Orders that match each word, newest first, closed ones too. */
export function SearchResults({ words: search, context }: Props) {
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite<Found, Error>(
    (page: number, before: Found | null) => {
      if (search === '' || (page > 0 && !before?.result.cursor)) return null
      return ['findOrders', search, before?.result.cursor ?? '']
    },
    ([, text, cursor]: [string, string, string]) =>
      request('findOrders', { query: { search: text, ...(cursor && { cursor }) } }),
    { revalidateFirstPage: false, shouldRetryOnError: false, keepPreviousData: true },
  )
  const orders = data?.flatMap(({ result }) => result.data)
  if (!orders) {
    if (!error) return <LoadingRows label={texts.loading} count={6} />
    return (
      <PageState icon="alert" title={errorText(error, texts.couldNotSearch)}>
        <Button onClick={() => void mutate()}>{frameTexts.tryAgain}</Button>
      </PageState>
    )
  }
  if (orders.length === 0) {
    return (
      <PageState icon="search" title={texts.nothingFound} body={texts.nothingFoundBody(search)} />
    )
  }
  const hasMore = Boolean(data?.at(-1)?.result.cursor)
  return (
    <>
      <div className={styles.results}>
        <h2>{texts.results(search)}</h2>
        <span>{texts.newestFirst}</span>
      </div>
      <BoardList
        label={texts.results(search)}
        groups={[{ name: 'found', title: '', orders }]}
        context={context}
      />
      {hasMore && (
        <div className={styles.more}>
          <Button
            variant="line"
            aria-disabled={isValidating || undefined}
            onClick={() => isValidating || void setSize(size + 1)}
          >
            {isValidating ? texts.loadingMore : texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}
