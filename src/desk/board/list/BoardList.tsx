import type { BoardOrder } from '#contract/staff/board.ts'
import styles from './BoardList.module.css'
import { BoardRow, type RowActions } from './BoardRow.tsx'
import { type NextStep } from '#desk/orders/moves.ts'
import { texts } from '#desk/orders/texts.ts'

export type ListContext = {
  stepOf: (order: BoardOrder) => NextStep | undefined
  phoneOf: (order: BoardOrder) => string | undefined
  selected: ReadonlySet<string>
  busy: ReadonlySet<string>
  canMove: boolean
  canSelect: boolean
  actions: RowActions
}

export type ListedGroup = { name: string; title: string; orders: readonly BoardOrder[] }

type Props = {
  label: string
  groups: readonly ListedGroup[]
  context: ListContext
  /** Selects every order of the list, or none. */
  onSelectAll?: (isSelected: boolean) => void
}

/** Orders as a table whose rows are cards on phones. */
export function BoardList({ label, groups, context, onSelectAll }: Props) {
  const { stepOf, phoneOf, selected, busy, ...shared } = context
  const listed = groups.flatMap(({ orders }) => orders)
  const selectedCount = listed.filter(({ number }) => selected.has(number)).length
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr className={styles.row}>
          <th className={styles.check} scope="col">
            {onSelectAll ? (
              <input
                type="checkbox"
                aria-label={texts.selectAll}
                checked={selectedCount > 0 && selectedCount === listed.length}
                ref={(box) => {
                  if (box) box.indeterminate = selectedCount > 0 && selectedCount < listed.length
                }}
                onChange={({ target }) => onSelectAll(target.checked)}
              />
            ) : (
              <span className={styles.hidden}>{texts.columns.select}</span>
            )}
          </th>
          {columns.map((column) => (
            <th
              key={column}
              className={styles[column]}
              scope="col"
              aria-sort={column === 'promise' && onSelectAll ? 'ascending' : undefined}
            >
              {titles[column]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ name, title, orders }) => (
        <tbody key={name}>
          {title && (
            <tr className={styles.group}>
              <th colSpan={columns.length + 1} scope="rowgroup">
                <span>{title}</span>
                <span className={styles.faint}>{` ${orders.length}`}</span>
              </th>
            </tr>
          )}
          {orders.map((order) => (
            <BoardRow
              key={order.number}
              order={order}
              step={stepOf(order)}
              riderPhone={phoneOf(order)}
              isSelected={selected.has(order.number)}
              isBusy={busy.has(order.number)}
              {...shared}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

const columns = [
  'promise',
  'number',
  'state',
  'since',
  'customer',
  'items',
  'amount',
  'payment',
  'warehouse',
  'rider',
  'step',
] as const

const titles: Record<(typeof columns)[number], string> = {
  ...texts.columns,
  number: texts.columns.order,
}
