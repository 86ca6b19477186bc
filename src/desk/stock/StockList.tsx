import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { StockRow } from '#contract/staff/stock.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import { Photo } from '#desk/ui/media/Photo.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { type StockAction, stockActions } from './StockDialog.tsx'
import { rowKey, type StockQuery, useStockRows } from './stockData.ts'
import styles from './StockList.module.css'
import { texts } from './texts.ts'

export type RowActions = {
  /** False for roles that only read. */
  canChange: boolean
  isScanned: (row: StockRow) => boolean
  choose: (action: StockAction | 'ledger', row: StockRow, onSaved: (row: StockRow) => void) => void
}

type Props = { query: StockQuery; actions: RowActions; onClear: () => void }

/** The stock by product, size and warehouse; on phones each row is a card. */
export function StockList({ query, actions, onClear }: Props) {
  const page = useStockRows(query)
  const { rows, problem, refresh } = page
  if (!rows) {
    return <LoadState problem={problem} onRetry={refresh} texts={texts} />
  }
  if (rows.length === 0) {
    const { title, body, low, clear } = texts.empty
    return (
      <PageState icon="box" title={title} body={query.low ? low : body}>
        <Button variant="line" onClick={onClear}>
          {clear}
        </Button>
      </PageState>
    )
  }
  const { columns } = texts
  return (
    <>
      {problem && (
        <div className={styles.problem}>
          <Note kind="warn">{texts.couldNotLoad}</Note>
        </div>
      )}
      <table className={styles.table} aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{columns.product}</th>
            <th scope="col">{columns.size}</th>
            <th scope="col">{columns.warehouse}</th>
            <th scope="col">{columns.shelf}</th>
            <th scope="col" className={styles.number}>
              {columns.onHand}
            </th>
            <th scope="col" className={styles.number}>
              {columns.reserved}
            </th>
            <th scope="col" className={styles.number}>
              {columns.low}
            </th>
            <th scope="col">
              <VisuallyHidden>{columns.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <Rows page={page} {...{ query, actions }} />
      </table>
    </>
  )
}

type RowsProps = {
  page: ReturnType<typeof useStockRows>
  query: StockQuery
  actions: RowActions
}

/** The rows of a page, and the pages after it that were asked for. */
function Rows({ page: { rows, nextCursor, show, refresh }, query, actions }: RowsProps) {
  const [showsMore, setShowsMore] = useState(false)
  const onSaved = (row: StockRow) => {
    show(row)
    // A transfer changes the row of another warehouse as well.
    refresh()
  }
  return (
    <>
      <tbody>
        {rows?.map((row) => (
          <Row key={rowKey(row)} row={row} actions={actions} onSaved={onSaved} />
        ))}
        {nextCursor && !showsMore && (
          <tr className={styles.more}>
            <td colSpan={8}>
              <Button variant="line" onClick={() => setShowsMore(true)}>
                {texts.showMore}
              </Button>
            </td>
          </tr>
        )}
      </tbody>
      {nextCursor && showsMore && <MoreRows cursor={nextCursor} {...{ query, actions }} />}
    </>
  )
}

function MoreRows({ cursor, ...props }: Omit<RowsProps, 'page'> & { cursor: string }) {
  const page = useStockRows(props.query, cursor)
  if (page.rows) return <Rows page={page} {...props} />
  return (
    <tbody>
      <tr className={styles.more}>
        <td colSpan={8}>
          {page.problem ? (
            <>
              <Note kind="bad">{texts.couldNotLoadMore}</Note>
              <Button variant="line" onClick={page.refresh}>
                {frameTexts.tryAgain}
              </Button>
            </>
          ) : (
            <LoadingRows label={texts.loading} count={3} />
          )}
        </td>
      </tr>
    </tbody>
  )
}

type RowProps = { row: StockRow; actions: RowActions; onSaved: (row: StockRow) => void }

function Row({ row, actions, onSaved }: RowProps) {
  const { code, name, brand, photo, size, warehouse, shelf, onHand, reserved, lowBelow } = row
  const isLow = onHand < lowBelow
  const { columns } = texts
  return (
    <tr
      className={styles.row}
      data-low={isLow || undefined}
      data-scanned={actions.isScanned(row) || undefined}
    >
      <th scope="row" className={styles.product}>
        <Photo src={photo} size="s" />
        <span>
          <b>{name}</b>
          <small>{`${brand} · ${code}`}</small>
        </span>
      </th>
      <td className={styles.size} data-label={columns.size}>
        <b>{size}</b>
      </td>
      <td data-label={columns.warehouse}>{warehouse}</td>
      <td data-label={columns.shelf}>{shelf ?? texts.noShelf}</td>
      <td className={styles.number} data-label={columns.onHand}>
        <span className={styles.onHand}>
          {onHand === 0 ? (
            <span className={styles.out}>{texts.isOut}</span>
          ) : (
            isLow && <span className={styles.low}>{texts.isLow}</span>
          )}
          <b>{onHand}</b>
        </span>
      </td>
      <td className={styles.number} data-label={columns.reserved}>
        {reserved}
      </td>
      <td className={styles.number} data-label={columns.low}>
        {lowBelow}
      </td>
      <td className={styles.actions}>
        <ActionMenu {...{ row, actions, onSaved }} />
      </td>
    </tr>
  )
}

function ActionMenu({ row, actions: { canChange, choose }, onSaved }: RowProps) {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="quiet"
          size="s"
          aria-label={texts.actionsOf(row.code, row.size, row.warehouse)}
        >
          <Icon name="d-more" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {canChange &&
          stockActions.map((action) => (
            <Menu.Item key={action} onClick={() => choose(action, row, onSaved)}>
              {texts.actions[action]}
            </Menu.Item>
          ))}
        <Menu.Item onClick={() => choose('ledger', row, onSaved)}>{texts.ledger}</Menu.Item>
        {canChange && (
          <Menu.Item
            onClick={() => void navigate(`/shelf-labels?code=${encodeURIComponent(row.code)}`)}
          >
            {texts.labels}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
