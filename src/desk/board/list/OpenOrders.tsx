import { Button } from '@mantine/core'
import { useMemo } from 'react'

import type { BoardOrder } from '#contract/staff/board.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import type { useBoard } from '#desk/board/boardData.ts'
import { type BoardFilters, isShown, queryOf } from '#desk/board/boardFilters.ts'
import { BoardList, type ListContext } from './BoardList.tsx'
import styles from '#desk/board/BoardPage.module.css'
import { useCalmGroups, useHold } from './calmRows.ts'
import { useSecond } from '#desk/ui/time/secondClock.ts'
import { texts } from '#desk/orders/texts.ts'
import { groupsOf, regroupedAt } from '#desk/board/urgency.ts'

type Props = {
  board: ReturnType<typeof useBoard>
  filters: BoardFilters
  context: ListContext
  onSelectAll: (numbers: string[], isSelected: boolean) => void
  onClearFilters: () => void
}

const noOrders: readonly BoardOrder[] = []

/** The open orders that pass the filters, by urgency. Rows stay in place while somebody works on them. */
export function OpenOrders({ board, filters, context, onSelectAll, onClearFilters }: Props) {
  const orders = board.orders ?? noOrders
  const { isHeld, release, handlers } = useHold()
  const nowMs = useSecond((ms) => regroupedAt(orders, ms))
  const view = queryOf(filters)
  const current = useMemo(
    () =>
      groupsOf(
        orders.filter((order) => isShown(order, filters, nowMs)),
        nowMs,
      ),
    [orders, filters, nowMs],
  )
  const { groups, isWaiting } = useCalmGroups(current, { isHeld, view, orders })

  if (board.orders === undefined) {
    return <LoadState problem={board.problem} onRetry={board.retry} texts={texts} rows={12} />
  }
  if (groups.length === 0) {
    return orders.length === 0 ? (
      <PageState icon="d-new" title={texts.empty} body={texts.emptyBody} />
    ) : (
      <PageState icon="filter" title={texts.emptyFiltered} body={texts.emptyFilteredBody}>
        <Button variant="line" onClick={onClearFilters}>
          {texts.clearFilters}
        </Button>
      </PageState>
    )
  }
  const listed = groups.map((group) => ({ ...group, title: texts.groups[group.name] }))
  return (
    <>
      {isWaiting && (
        <div className={styles.message} data-kind="plain" role="status">
          <Icon name="info" />
          <p>{texts.waiting}</p>
          <Button size="s" variant="line" onClick={release}>
            {texts.moveRows}
          </Button>
        </div>
      )}
      <div {...handlers}>
        <BoardList
          label={texts.title}
          groups={listed}
          context={context}
          {...(context.canSelect && {
            onSelectAll: (isSelected: boolean) =>
              onSelectAll(
                listed.flatMap((group) => group.orders.map(({ number }) => number)),
                isSelected,
              ),
          })}
        />
      </div>
      <div className={styles.end} />
    </>
  )
}
