import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import * as v from 'valibot'

import { staffCalls } from '#contract/api/staffCalls.ts'
import { minuteMs } from '#contract/values/indianTime.ts'
import { BoardOrder } from '#contract/staff/board.ts'
import { request, type StaffResponse } from '#desk/app/request.ts'
import { currentSession } from '#desk/app/session.ts'
import { sendCall } from '#platform/api/client.ts'
import { followEvents } from '#platform/api/eventStream.ts'
import { polling } from '#platform/api/polling.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { serverNowMs } from '#platform/serverTime.ts'
import { isOpen } from './urgency.ts'

/** How often the list is read while the stream of changes is open, and while it is not. */
const livePollMs = minuteMs
const pollMs = 10_000

type Board = StaffResponse<'readBoard'>
/** A row that a move or the stream has brought. Times are those of `performance.now()`, which no change of the clock affects. */
type RowChange = { order: BoardOrder; atMs: number }
type BoardSnapshot = { board: Board; askedAtMs: number }

const noChanges: readonly RowChange[] = []

/** Changes that the list may lack, because it was asked for before them. */
const changesSince = (changes: readonly RowChange[], askedAtMs: number) =>
  changes.filter(({ atMs }) => atMs >= askedAtMs)

/** The open orders: those listed, with the rows that were changed since the list was asked for. */
function withChanges(
  { board, askedAtMs }: BoardSnapshot,
  changes: readonly RowChange[],
): BoardOrder[] {
  const changed = changesSince(changes, askedAtMs).map(({ order }) => order)
  const numbers = new Set(changed.map(({ number }) => number))
  const others = board.result.data.filter(({ number }) => !numbers.has(number))
  return [...others, ...changed.filter(isOpen)]
}

/**
 * The open orders: read once, then kept up to date by a stream of changes, or by polling where it is not open. After a
 * failure the last list stays.
 */
export function useBoard() {
  const isLive = useRef(false)
  const [hasStream, setHasStream] = useState(false)
  const [failedAt, setFailedAt] = useState<number>()
  // A key of its own: SWR drops a request in flight when its own key is mutated. In SWR’s cache and not in a
  // state, so that the board does not show old rows when it is opened again.
  const { data: changes = noChanges, mutate: setChanges } = useSWR<readonly RowChange[]>(
    ['readBoard', 'changes'],
    null,
  )
  const { data, error, isValidating, mutate } = useSWR<BoardSnapshot, Error>(
    ['readBoard', 'live'],
    async () => {
      const askedAtMs = performance.now()
      return { board: await request('readBoard'), askedAtMs }
    },
    {
      ...polling(hasStream ? livePollMs : pollMs, pollMs),
      onError: () => setFailedAt(serverNowMs()),
      onSuccess: ({ askedAtMs }) => {
        setFailedAt(undefined)
        void setChanges((before = noChanges) => changesSince(before, askedAtMs))
      },
    },
  )
  const orders = useMemo(() => data && withChanges(data, changes), [data, changes])

  const apply = useCallback(
    (rows: readonly BoardOrder[]) => {
      const atMs = performance.now()
      const numbers = new Set(rows.map(({ number }) => number))
      void setChanges((before = noChanges) => [
        ...before.filter(({ order }) => !numbers.has(order.number)),
        ...rows.map((order) => ({ order, atMs })),
      ])
    },
    [setChanges],
  )

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void followEvents({
      signal,
      open: (connection) => {
        const token = currentSession()?.token
        return sendCall(staffCalls.streamBoardEvents, {
          ...(token && { token }),
          signal: connection,
        })
      },
      onEvent: ({ name, text }) => {
        if (name === 'orders') apply(rowsOf(text))
      },
      onLive: (isOpenNow) => {
        if (signal.aborted) return
        setHasStream(isOpenNow)
        // What changed between the list and the stream, or while the stream was interrupted, was missed.
        if (isOpenNow && !isLive.current) void mutate()
        isLive.current = isOpenNow
      },
    })
    return () => controller.abort()
  }, [apply, mutate])

  const isOffline = useAtomValue(connectivityAtom).status === 'offline'
  const isLost = isOffline || error !== undefined
  return {
    orders,
    warehouses: data?.board.result.warehouses ?? [],
    isLive: hasStream && !isLost,
    isReading: isValidating,
    /** When the shown list was read, in ms since 1970, if the store cannot be reached now. */
    lost: isLost && data ? { listedAt: Date.parse(data.board.result.at) } : undefined,
    problem: error,
    nextTryAt: failedAt === undefined ? undefined : failedAt + pollMs,
    retry: () => void mutate().catch(() => undefined),
    /** Shows rows that a move has returned. */
    apply,
  }
}

const Rows = v.pipe(v.string(), v.parseJson(), v.array(BoardOrder))

/** Rows of another version of the server are left to the next read. */
function rowsOf(text: string): BoardOrder[] {
  const { success, output } = v.safeParse(Rows, text)
  return success ? output : []
}

/** Calls `notify` with the new orders that have arrived since the first list. */
export function useNewOrders(
  orders: readonly BoardOrder[] | undefined,
  notify: (orders: BoardOrder[]) => void,
): void {
  const seenNumbers = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!orders) return
    const before = seenNumbers.current
    seenNumbers.current = new Set([...(before ?? []), ...orders.map(({ number }) => number)])
    const added = orders.filter(({ number, state }) => !before?.has(number) && state === 'new')
    if (before && added.length > 0) notify(added)
  })
}
