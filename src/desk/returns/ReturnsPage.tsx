import { Link } from 'react-router-dom'

import { isToFetch, type ReturnRow } from '#contract/staff/pickups.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { useRead } from '#desk/app/request.ts'
import { returnTexts } from '#desk/orders/returns/returnTexts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import styles from './ReturnsPage.module.css'
import { texts } from './texts.ts'

const refreshMs = 10_000

type Group = keyof typeof texts.groups

/** What has to happen next with an order's returns. */
function groupOf({ items }: ReturnRow): Group {
  const toFetch = items.filter(isToFetch)
  if (toFetch.some(({ rider }) => rider === null)) return 'toAssign'
  return toFetch.length > 0 ? 'withRider' : 'toReceive'
}

/** Open returns and exchanges by what has to happen next, the oldest request first. */
export default function ReturnsPage() {
  const { data, problem, refresh } = useRead('readReturns', undefined, {
    refreshInterval: refreshMs,
  })
  const rows = data?.result.data
  return (
    <Page title={texts.title} subtitle={rows && texts.subtitle(rows.length)}>
      {rows ? (
        <div className={styles.page}>
          {problem && <Note kind="warn">{texts.couldNotUpdate}</Note>}
          {rows.length === 0 ? (
            <PageState icon="return" title={texts.empty} body={texts.emptyBody} />
          ) : (
            <Groups rows={rows} />
          )}
        </div>
      ) : (
        <LoadState problem={problem} onRetry={refresh} texts={texts} />
      )}
    </Page>
  )
}

function Groups({ rows }: { rows: ReturnRow[] }) {
  const groups: Group[] = ['toReceive', 'toAssign', 'withRider']
  return groups.map((group) => {
    const own = rows.filter((row) => groupOf(row) === group)
    if (own.length === 0) return null
    return (
      <section key={group} className={styles.group}>
        <h2>{texts.groups[group]}</h2>
        <ul>
          {own.map((row) => (
            <Row key={row.number} row={row} />
          ))}
        </ul>
      </section>
    )
  })
}

function Row({
  row: { number, customer, area, warehouse, requestedAt, items },
}: {
  row: ReturnRow
}) {
  const timeText = useTimeText()
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Link to={`/orders/${encodeURIComponent(number)}`} aria-label={texts.openOrder(number)}>
          {number}
        </Link>
        <span>{texts.since(timeText(requestedAt))}</span>
      </div>
      <p>{`${customer} · ${area} · ${warehouse.name}`}</p>
      <ul className={styles.items}>
        {items.map((line) => (
          <li key={line.item}>
            <Icon name={line.kind} size="s" />
            <span>{returnTexts.item(line.name, line.size, line.quantity)}</span>
            <b>{returnTexts.stateOf(line)}</b>
          </li>
        ))}
      </ul>
    </li>
  )
}
