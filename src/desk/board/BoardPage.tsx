import { useAtomValue } from 'jotai'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'

import type { BoardOrder } from '#contract/staff/board.ts'
import { callingRoles, type StaffRole } from '#contract/staff/roles.ts'
import { Page } from '#desk/app/frame/Page.tsx'
import { mayRequest } from '#desk/app/permissions.ts'
import { useRead } from '#desk/app/request.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { BoardBar } from './BoardBar.tsx'
import { useBoard } from './boardData.ts'
import { type BoardFilters, filtersOf, isInView, isShown, queryOf } from './boardFilters.ts'
import { type BoardMoves, useBoardMoves } from './boardMoves.ts'
import { BoardTools } from './BoardTools.tsx'
import { BulkBar, BulkResults } from './BulkBar.tsx'
import { KeyList } from './KeyList.tsx'
import { LostMessage, MoveProblem } from '#desk/orders/Messages.tsx'
import { MoveDialog } from '#desk/orders/changes/MoveDialog.tsx'
import { nextStepOf } from '#desk/orders/moves.ts'
import { NewOrderToast } from './NewOrderToast.tsx'
import { OpenOrders } from './list/OpenOrders.tsx'
import { SearchResults } from './list/SearchResults.tsx'
import { useSecond } from '#desk/ui/time/secondClock.ts'
import { focusedNumber, focusRow, useShortcuts } from '#desk/orders/shortcuts.ts'
import { StageStrip } from './StageStrip.tsx'
import { texts } from '#desk/orders/texts.ts'
import { isLate, summariesOf } from './urgency.ts'

/** Orders as they come, the most urgent first, each with its one next step. */
export default function BoardPage() {
  const session = useAtomValue(sessionAtom)
  return session ? <Board role={session.person.role} /> : null
}

const noOrders: readonly BoardOrder[] = []
/** Counts by state, and how old they are, are calculated at this pace. */
const countingMs = 10_000
/** A search is sent when nothing was typed for this long. */
const typingPauseMs = 250

function Board({ role }: { role: StaffRole }) {
  const board = useBoard()
  useSamePlace()
  const orders = board.orders ?? noOrders
  const canMove = board.lost === undefined
  const moves = useBoardMoves({ role, orders, canMove, apply: board.apply })
  const search = useSearch()
  const [filters, setFilters] = useFilters()
  const [isFilterOpen, setIsFilterOpen] = useState(false)
  const [areKeysShown, setAreKeysShown] = useState(false)
  const filterField = useRef<HTMLSelectElement>(null)
  const navigate = useNavigate()
  const canOrder = mayRequest(role, 'placePhoneOrder')
  const phoneOf = useRiderPhones(role)
  const nowMs = useSecond((ms) => ms - (ms % countingMs))

  function toggleFilter() {
    setIsFilterOpen(!isFilterOpen)
    if (!isFilterOpen) setTimeout(() => filterField.current?.focus())
  }
  useShortcuts({
    '/': search.open,
    j: () => focusRow(1),
    k: () => focusRow(-1),
    x: () => {
      const number = focusedNumber()
      if (number && moves.canSelect) moves.toggle(number)
    },
    a: () => moves.startFocused('handOver'),
    r: () => moves.startFocused('markReady'),
    f: toggleFilter,
    n: () => {
      if (canOrder) void navigate('/orders/new')
    },
    escape: () => {
      if (search.isOpen) search.close()
      else if (isFilterOpen) setIsFilterOpen(false)
      else moves.clear()
    },
    '?': () => setAreKeysShown(true),
  })

  // Without a list nothing is counted.
  const isUnread = board.orders === undefined && board.problem !== undefined
  const status = board.isLive ? texts.live : board.lost ? texts.offline : texts.notLive
  const lateCount = orders.filter((order) => isLate(order, nowMs)).length
  const inView = orders.filter((order) => isInView(order, filters, nowMs))
  const context = {
    stepOf: (order: BoardOrder) => nextStepOf(role, order),
    phoneOf,
    ...{ selected: moves.selected, busy: moves.busy, canMove, actions: moves.rowActions },
    canSelect: moves.canSelect && !search.words,
  }
  return (
    <Page
      title={texts.title}
      subtitle={isUnread ? undefined : texts.summary(status, orders.length, lateCount)}
      isFlush
      actions={
        <BoardTools
          {...{ status, isLive: board.isLive, words: search.words, searchField: search.field }}
          isSearchOpen={search.isOpen}
          onSearch={search.type}
          onOpenSearch={search.open}
          onCloseSearch={search.close}
          onToggleFilter={toggleFilter}
          canOrder={canOrder}
        />
      }
    >
      {board.lost && (
        <LostMessage
          listedAt={board.lost.listedAt}
          nextTryAt={board.nextTryAt}
          isReading={board.isReading}
          onRetry={board.retry}
        />
      )}
      {moves.problem && <MoveProblem result={moves.problem} onClose={moves.closeProblem} />}
      {search.words ? (
        <SearchResults words={search.sent} context={context} />
      ) : (
        <>
          {!isUnread && (
            <>
              <StageStrip
                summaries={summariesOf(inView, nowMs)}
                openCount={inView.length}
                chosen={filters.stage}
                onChoose={(stage) => setFilters({ ...filters, stage })}
              />
              <BoardBar
                {...{ filters, isFilterOpen, warehouses: board.warehouses }}
                onChange={setFilters}
                countOf={(view) => orders.filter((order) => isShown(order, view, nowMs)).length}
                riders={ridersOf(orders)}
                onToggleFilter={toggleFilter}
                firstField={filterField}
              />
            </>
          )}
          <OpenOrders
            {...{ board, filters, context }}
            onSelectAll={moves.select}
            onClearFilters={() => setFilters({})}
          />
        </>
      )}
      <MoveLayers moves={moves} role={role} orders={orders} canMove={canMove} />
      {areKeysShown && <KeyList onClose={() => setAreKeysShown(false)} />}
      <NewOrderToast orders={board.orders} />
    </Page>
  )
}

type LayerProps = {
  moves: BoardMoves
  role: StaffRole
  orders: readonly BoardOrder[]
  canMove: boolean
}

function MoveLayers({ moves, role, orders, canMove }: LayerProps) {
  const { selected, assigning, bulk } = moves
  const chosen = orders.filter(({ number }) => selected.has(number))
  const [first] = assigning ?? []
  return (
    <>
      {chosen.length > 0 && (
        <BulkBar
          {...{ orders: chosen, role, canMove }}
          onMove={(move) => moves.start(chosen, move)}
          onClear={moves.clear}
        />
      )}
      {assigning && first && (
        <MoveDialog
          move="handOver"
          title={texts.chooseRider(
            assigning.length === 1 ? first.number : texts.orders(assigning.length),
          )}
          problem={undefined}
          isBusy={false}
          onMove={moves.assign}
          onClose={moves.closeAssigning}
        />
      )}
      {bulk && <BulkResults run={bulk} onClose={moves.closeBulk} />}
    </>
  )
}

/** Where the page was scrolled to when it was left. */
let leftAt = 0

/** Back from an order leads to the place of the list that was left. */
function useSamePlace(): void {
  const navigation = useNavigationType()
  // As the page was opened: a filter changes the URL, but not the place.
  const [isBack] = useState(navigation === 'POP')
  useLayoutEffect(() => {
    if (isBack && leftAt > 0) scrollTo(0, leftAt)
    const remember = () => (leftAt = scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [isBack])
}

/** The filters of the URL. */
function useFilters() {
  const [params, setParams] = useSearchParams()
  const query = params.toString()
  const filters = useMemo(() => filtersOf(new URLSearchParams(query)), [query])
  const setFilters = (next: BoardFilters) => setParams(queryOf(next), { replace: true })
  return [filters, setFilters] as const
}

/** The words of the URL that are searched for; on phones the field is hidden until it is opened. */
function useSearch() {
  const [params, setParams] = useSearchParams()
  const words = params.get('q') ?? ''
  const [isFieldOpen, setIsFieldOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const type = (typed: string) => setParams(typed ? { q: typed } : {}, { replace: true })
  return {
    ...{ words, field, type },
    /** The words once nothing was typed for a moment. */
    sent: useDebounced(words.trim(), typingPauseMs),
    isOpen: isFieldOpen || words !== '',
    open: () => {
      setIsFieldOpen(true)
      setTimeout(() => {
        field.current?.focus()
        field.current?.select()
      })
    },
    close: () => {
      setIsFieldOpen(false)
      if (words) type('')
      field.current?.blur()
    },
  }
}

/** The phone numbers of riders, for the roles that call them. */
function useRiderPhones(role: StaffRole) {
  const mayCall = callingRoles.some((allowed) => allowed === role) && mayRequest(role, 'readRiders')
  const { data } = useRead('readRiders', mayCall ? {} : null)
  const phones = new Map(data?.result.data.map(({ id, contactNumber }) => [id, contactNumber]))
  return ({ rider }: BoardOrder) => (rider ? phones.get(rider.id) : undefined)
}

/** The riders who carry an open order, by name. */
const ridersOf = (orders: readonly BoardOrder[]) =>
  [
    ...new Map(orders.flatMap(({ rider }) => (rider ? [[rider.id, rider] as const] : []))).values(),
  ].sort((a, b) => a.name.localeCompare(b.name))
