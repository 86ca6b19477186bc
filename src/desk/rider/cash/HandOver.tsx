import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { CashSheet } from '#contract/staff/riders.ts'
import { differenceText } from '#desk/cash/difference.ts'
import { Difference } from '#desk/cash/HandoverCard.tsx'
import { errorText, requestIdempotently, type StaffResponse } from '#desk/app/request.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { rupeesText } from '#desk/ui/money.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { texts } from './cashTexts.ts'
import { changeNotes, type Count, countedPaiseOf, emptyCount, noteValues } from './countedCash.ts'
import styles from './RiderCashPage.module.css'

type Props = {
  sheet: CashSheet
  onHandedOver: (response: StaffResponse<'handOverCash'>) => void
  /** More was collected since the sheet was read. */
  onStale: () => void
}

/** Counting by note, the difference, and the hand-over. */
export function HandOver({ sheet: { cashPaise: expectedPaise }, onHandedOver, onStale }: Props) {
  const [count, setCount] = useState<Count>(emptyCount)
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const countedPaise = countedPaiseOf(count)
  const differs = countedPaise !== expectedPaise

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (countedPaise === undefined || (differs && !reason.trim())) return
    setIsBusy(true)
    setProblem(undefined)
    const body = { countedPaise, expectedPaise, reason: reason.trim() }
    try {
      onHandedOver(await requestIdempotently('handOverCash', { body }))
    } catch (error) {
      setProblem(handOverProblem(error))
      if (error instanceof ApiError && error.code === 'conflict') onStale()
    }
    setIsBusy(false)
  }

  return (
    <form className={styles.page} onSubmit={(event) => void submit(event)} noValidate>
      <Counting count={count} setCount={setCount} isChecked={isChecked} />
      <p className={styles.info}>
        <Icon name="info" size="s" />
        <span>{texts.info}</span>
      </p>
      <section className={styles.card}>
        <div className={styles.result} role="status">
          <p>{texts.counted(rupeesText(countedPaise ?? 0))}</p>
          {countedPaise !== undefined && (
            <Difference text={differenceText(countedPaise, expectedPaise)} />
          )}
        </div>
        {differs && (
          <TextInput
            label={texts.reason}
            value={reason}
            maxLength={200}
            error={isChecked && !reason.trim() ? texts.reasonMissing : undefined}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {problem && <Note kind="bad">{problem}</Note>}
        <Button type="submit" variant="go" size="l" fullWidth disabled={isBusy}>
          {isBusy ? texts.handingOver : texts.handOver(rupeesText(countedPaise ?? 0))}
        </Button>
      </section>
    </form>
  )
}

const handOverProblem = (error: unknown): string =>
  error instanceof ApiError && error.code === 'offline'
    ? texts.offline
    : errorText(error, texts.failed)

type CountingProps = { count: Count; setCount: (count: Count) => void; isChecked: boolean }

function Counting({ count, setCount, isChecked }: CountingProps) {
  const isInvalid = countedPaiseOf(count) === undefined
  return (
    <section className={styles.card}>
      <h2>{texts.count}</h2>
      <ul className={styles.notes}>
        {noteValues.map((value) => {
          const noteCount = count.notes[value] ?? 0
          return (
            <li key={value}>
              <b>{texts.note(value)}</b>
              <span className={styles.stepper} role="group" aria-label={texts.notes(value)}>
                <button
                  type="button"
                  aria-label={texts.fewer(value)}
                  disabled={noteCount === 0}
                  onClick={() => setCount(changeNotes(count, value, -1))}
                >
                  <Icon name="minus" size="s" />
                </button>
                <output>{noteCount}</output>
                <button
                  type="button"
                  aria-label={texts.more(value)}
                  onClick={() => setCount(changeNotes(count, value, 1))}
                >
                  <Icon name="plus" size="s" />
                </button>
              </span>
              <span className={styles.amount}>{rupeesText(noteCount * value * 100)}</span>
            </li>
          )
        })}
        <li>
          <b>{texts.coins}</b>
          <TextInput
            className={styles.coins!}
            aria-label={texts.coinsLabel}
            inputMode="decimal"
            leftSection={<span>{'₹'}</span>}
            value={count.coins}
            error={isChecked && isInvalid ? texts.coinsInvalid : undefined}
            onChange={({ currentTarget }) => setCount({ ...count, coins: currentTarget.value })}
          />
        </li>
      </ul>
    </section>
  )
}
