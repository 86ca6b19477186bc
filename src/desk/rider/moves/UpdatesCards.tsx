import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { Icon } from '#desk/ui/media/Icon.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import { actionOf, ownRefusalsAtom, type Refusal } from './moveQueue.ts'
import { dismissRefusal, sendWaitingMoves, waitingEntriesAtom } from './moves.ts'
import styles from './UpdatesCards.module.css'
import { texts as pageTexts } from '#desk/rider/texts.ts'

const texts = pageTexts.updates

/** What waits to be sent, and what was not accepted and why. */
export function UpdatesCards() {
  return (
    <>
      <Waiting />
      <Refusals />
    </>
  )
}

function Waiting() {
  const timeText = useTimeText()
  const entries = useAtomValue(waitingEntriesAtom)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  if (entries.length === 0) return null

  async function sendNow() {
    setIsBusy(true)
    setHasFailed((await sendWaitingMoves()) > 0)
    setIsBusy(false)
  }
  return (
    <section className={styles.card} aria-label={texts.title(entries.length)}>
      <div className={styles.head}>
        <h2>{texts.title(entries.length)}</h2>
        <Button variant="line" size="s" disabled={isBusy} onClick={() => void sendNow()}>
          {isBusy ? texts.trying : texts.tryNow}
        </Button>
      </div>
      <p className={styles.result} role="status">
        {hasFailed && !isBusy ? texts.stillWaiting : ''}
      </p>
      <ul>
        {entries.map(({ key, change, queuedAt }) => (
          <li key={key} className={styles.update} data-kind="waiting">
            <Icon name="d-wait" />
            <div className={styles.what}>
              <p>{pageTexts.moveText(actionOf(change))}</p>
              <span>{`${change.number} · ${change.receiver}`}</span>
            </div>
            <time>{timeText(queuedAt)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Refusals() {
  const refusals = useAtomValue(ownRefusalsAtom)
  return refusals.map((refusal) => <RefusalCard key={refusal.key} refusal={refusal} />)
}

function RefusalCard({ refusal }: { refusal: Refusal }) {
  const timeText = useTimeText()
  const { key, number, move, reason, isGone, dropped, warehouse, at, field } = refusal
  const why = isGone
    ? texts.gone(number)
    : reason === null
      ? texts.failed(number)
      : texts.changed(number, reason)
  return (
    <section className={styles.card} data-kind="refused" role="alert">
      <div className={styles.update}>
        <Icon name="alert" />
        <div className={styles.what}>
          <h2>{texts.notAccepted(move)}</h2>
          <p>{why}</p>
          {dropped.length > 0 && <p>{texts.dropped(dropped)}</p>}
          <p>{field === 'code' ? texts.askCode : texts.keepItems(warehouse)}</p>
          <Button
            variant="line"
            size="s"
            aria-label={texts.okFor(number)}
            onClick={() => dismissRefusal(key)}
          >
            {texts.ok}
          </Button>
        </div>
        <time>{timeText(at)}</time>
      </div>
    </section>
  )
}
