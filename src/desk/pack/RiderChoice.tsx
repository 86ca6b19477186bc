import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import type { Rider } from '#contract/staff/board.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows } from '#desk/ui/feedback/PageState.tsx'
import type { HandOver } from './handOverData.ts'
import styles from './HandOverPage.module.css'
import { texts as packTexts } from './texts.ts'

const texts = packTexts.handOver

type Props = {
  handOver: HandOver
  problem: string | undefined
  onProblem: (problem: string | undefined) => void
}

/** The rider who takes the chosen orders, and the hand-over. */
export function RiderChoice({ handOver, problem, onProblem }: Props) {
  const { chosenOrders, isBusy } = handOver
  const { riders, problem: readProblem, refresh } = handOver.riders
  const [riderId, setRiderId] = useState<string>()
  const rider = riders?.find(({ id }) => id === riderId)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const missing = problemOf(handOver, rider)
    onProblem(missing)
    if (!missing && rider) void handOver.handOver(rider)
  }
  return (
    <form className={styles.riders} noValidate onSubmit={submit}>
      <fieldset>
        <legend>{texts.rider}</legend>
        {riders ? (
          riders.map((person) => (
            <RiderRow
              key={person.id}
              rider={person}
              isChosen={person.id === riderId}
              onChoose={() => {
                onProblem(undefined)
                setRiderId(person.id)
              }}
            />
          ))
        ) : readProblem ? (
          <div className={styles.failed}>
            <Note kind="bad">{texts.couldNotLoadRiders}</Note>
            <Button variant="line" onClick={refresh}>
              {frameTexts.tryAgain}
            </Button>
          </div>
        ) : (
          <LoadingRows label={texts.riderLoading} count={3} />
        )}
        {riders?.length === 0 && <Note kind="warn">{texts.noRiders}</Note>}
      </fieldset>
      <div className={styles.end}>
        {problem && <Note kind="bad">{problem}</Note>}
        <Button type="submit" variant="go" size="l" fullWidth aria-disabled={isBusy || undefined}>
          {isBusy ? texts.handingOver : texts.handOver(chosenOrders.length, rider?.name)}
        </Button>
      </div>
    </form>
  )
}

function problemOf({ chosenOrders }: HandOver, rider: Rider | undefined): string | undefined {
  if (chosenOrders.length === 0) return texts.chooseOrders
  return rider ? undefined : texts.chooseRider
}

type RowProps = { rider: Rider; isChosen: boolean; onChoose: () => void }

function RiderRow({ rider: { name, isOnShift, orderCount }, isChosen, onChoose }: RowProps) {
  return (
    <label className={styles.rider} data-chosen={isChosen || undefined}>
      <input type="radio" name="rider" checked={isChosen} onChange={onChoose} />
      <b>{name}</b>
      <span data-shift={isOnShift || undefined}>{isOnShift ? texts.onShift : texts.offShift}</span>
      <small>{texts.carries(orderCount)}</small>
    </label>
  )
}
