import { Button } from '@mantine/core'
import { useState } from 'react'

import type { StaffOrder } from '#contract/staff/board.ts'
import { isReceivable, isRefusable, isToFetch, type StaffReturn } from '#contract/staff/pickups.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import { Card } from '#desk/ui/Card.tsx'
import styles from './OrderReturns.module.css'
import { type ReturnChoice, ReturnDialog } from './ReturnDialog.tsx'
import { returnTexts as texts } from './returnTexts.ts'

type Props = {
  order: StaffOrder
  /** Whether the role may move returns, and the store can be reached. */
  canChange: boolean
  onChanged: (order: StaffOrder) => void
}

/** Returns and exchanges: who fetches them, what the rider found, and what happens next. */
export function OrderReturns({ order, canChange, onChanged }: Props) {
  const [chosen, setChosen] = useState<ReturnChoice>()
  const { returns } = order
  if (returns.length === 0) return null
  const toFetch = returns.filter(isToFetch)
  const hasRider = toFetch.some(({ rider }) => rider !== null)
  return (
    <Card
      title={texts.title}
      isFlush
      action={
        canChange &&
        toFetch.length > 0 && (
          <Button
            size="s"
            variant={hasRider ? 'line' : 'go'}
            onClick={() => setChosen({ move: 'assign' })}
          >
            {hasRider ? texts.otherRider : texts.assign}
          </Button>
        )
      }
    >
      <ul>
        {returns.map((line) => (
          <ReturnLine
            key={line.item}
            line={line}
            {...(canChange && { onChoose: (move) => setChosen({ move, item: line.item }) })}
          />
        ))}
      </ul>
      {chosen && (
        <ReturnDialog
          order={order}
          step={chosen}
          onClose={() => setChosen(undefined)}
          onChanged={(changed) => {
            setChosen(undefined)
            onChanged(changed)
          }}
        />
      )}
    </Card>
  )
}

type LineProps = { line: StaffReturn; onChoose?: (move: 'receive' | 'refuse') => void }

function ReturnLine({ line, onChoose }: LineProps) {
  const { item, kind, name, size, newSize, quantity, reason, customerPhotos, refusalReason } = line
  return (
    <li className={styles.line}>
      <Icon name={kind} />
      <div className={styles.what}>
        <p className={styles.name}>{texts.item(name, size, quantity)}</p>
        {newSize !== null && <NewSize line={line} size={newSize} />}
        {reason && <p>{texts.because(reason)}</p>}
        <Photos urls={customerPhotos} label={texts.customerPhotos(name)} />
        <p className={styles.state}>{texts.stateOf(line)}</p>
        <Check line={line} />
        {refusalReason && !line.check && <p>{texts.refusedBecause(refusalReason)}</p>}
      </div>
      {onChoose && (
        <div className={styles.buttons}>
          {isReceivable(line) && (
            <Button
              size="s"
              variant={line.check ? 'go' : 'line'}
              aria-label={texts.receiveItem(name)}
              onClick={() => onChoose('receive')}
            >
              {texts.receive}
            </Button>
          )}
          {isRefusable(line) && (
            <Button
              size="s"
              variant="line"
              aria-label={texts.refuseItem(name, item)}
              onClick={() => onChoose('refuse')}
            >
              {texts.refuse}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** The size that the customer gets instead, which the rider takes along. */
function NewSize({ line, size }: { line: StaffReturn; size: string }) {
  if (isToFetch(line)) return <p className={styles.new}>{texts.takeAlong(size)}</p>
  return line.check?.outcome === 'taken' ? <p>{texts.handedOver(size)}</p> : null
}

/** What the rider found at the door, or why they could not. */
function Check({ line: { check, failedReason, attempts, name } }: { line: StaffReturn }) {
  const timeText = useTimeText()
  if (!check) {
    return failedReason ? (
      <p className={styles.bad}>{texts.missed(failedReason, attempts)}</p>
    ) : null
  }
  const { outcome, finding, note, photos, by, at } = check
  return (
    <>
      <p className={finding === 'fine' ? undefined : styles.bad}>
        {texts.found(outcome, finding, note)}
      </p>
      <p>{texts.checkedBy(by, timeText(at))}</p>
      <Photos urls={photos} label={texts.riderPhotos(name)} />
    </>
  )
}

function Photos({ urls, label }: { urls: readonly string[]; label: string }) {
  if (urls.length === 0) return null
  return (
    <ul className={styles.photos} aria-label={label}>
      {urls.map((url, position) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <img src={url} alt={texts.photo(position + 1)} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}
