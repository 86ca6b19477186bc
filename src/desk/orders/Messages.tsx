import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'

import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { serverNowMs } from '#platform/serverTime.ts'
import styles from '#desk/board/BoardPage.module.css'
import type { MoveResult } from '#desk/board/boardMoves.ts'
import { texts } from './texts.ts'
import { useSecond } from '#desk/ui/time/secondClock.ts'
import { timeText } from '#desk/ui/time/timeText.ts'

type LostProps = {
  listedAt: number
  nextTryAt: number | undefined
  isReading: boolean
  onRetry: () => void
}

/** Above a list that may be out of date, because the store cannot be reached. */
export function LostMessage({ listedAt, nextTryAt, isReading, onRetry }: LostProps) {
  return (
    <div className={styles.message} data-kind="bad" role="alert">
      <Icon name="alert" />
      <p>
        <b>{`${texts.couldNotLoad} `}</b>
        <span>{texts.listFrom(timeText(listedAt))}</span>
      </p>
      <Button size="s" leftSection={<Icon name="d-history" size="s" />} onClick={onRetry}>
        {frameTexts.tryAgain}
      </Button>
      {nextTryAt !== undefined && <NextTry at={nextTryAt} isReading={isReading} />}
    </div>
  )
}

function NextTry({ at, isReading }: { at: number; isReading: boolean }) {
  const seconds = useSecond((nowMs) => Math.max(0, Math.round((at - nowMs) / 1000)))
  // Not announced: it changes every second.
  return (
    <span aria-live="off">
      {isReading || seconds === 0 ? texts.trying : texts.nextTry(seconds)}
    </span>
  )
}

type ProblemProps = {
  result: MoveResult
  /** False on the order's own page. */
  hasLink?: boolean
  onClose: () => void
}

/** Why a move was not made: somebody was faster, or it failed. */
export function MoveProblem({ result, hasLink = true, onClose }: ProblemProps) {
  const { number, outcome } = result
  if (outcome.kind === 'done') return null
  const isOvertaken = outcome.kind === 'overtaken'
  return (
    <div className={styles.message} data-kind={isOvertaken ? 'warn' : 'bad'} role="alert">
      <Icon name={isOvertaken ? 'exchange' : 'alert'} />
      <p>
        <b>{`${number}: ${whatHappened(outcome)} `}</b>
        {isOvertaken && <span>{outcome.order ? texts.notSaved : texts.notSavedUnread}</span>}
      </p>
      {hasLink && (
        <Button component={Link} to={`/orders/${number}`} size="s" variant="line">
          {texts.openOrder}
        </Button>
      )}
      <Button size="s" variant="quiet" onClick={onClose}>
        {texts.dismiss}
      </Button>
    </div>
  )
}

/** Who was faster, what they did and when, as far as it is known. */
export function whatHappened(outcome: Exclude<MoveResult['outcome'], { kind: 'done' }>): string {
  if (outcome.kind === 'failed' || !outcome.last) return `${outcome.problem}.`.replace('..', '.')
  const { at, by, text } = outcome.last
  const seconds = Math.round((serverNowMs() - Date.parse(at)) / 1000)
  const when = texts.secondsAgo(Math.max(0, seconds)) ?? timeText(at)
  return `${texts.overtakenBy(texts.eventOf(text), by, when)}.`
}
