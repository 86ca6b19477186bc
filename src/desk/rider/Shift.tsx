import { Button } from '@mantine/core'
import { useState } from 'react'

import { errorText } from '#desk/app/request.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import styles from './DeliveriesPage.module.css'
import { changeShift } from './deliveries.ts'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.shift

export function ShiftBadge({ isOn }: { isOn: boolean }) {
  return (
    <span className={styles.shift} data-on={isOn || undefined}>
      <Icon name={isOn ? 'check' : 'clock'} size="xs" />
      <span>{isOn ? texts.on : texts.off}</span>
    </span>
  )
}

export function ShiftStart({ isOffline }: { isOffline: boolean }) {
  const { isBusy, problem, change } = useShiftChange('startShift')
  return (
    <section className={styles.offShift}>
      <p>{texts.notStarted}</p>
      <Button variant="go" size="l" fullWidth disabled={isBusy || isOffline} onClick={change}>
        {isBusy ? texts.starting : texts.start}
      </Button>
      <Reason isOffline={isOffline} problem={problem} />
    </section>
  )
}

export function ShiftEnd({ since, isOffline }: { since: string; isOffline: boolean }) {
  const timeText = useTimeText()
  const { isBusy, problem, change } = useShiftChange('endShift')
  return (
    <section className={styles.onShift}>
      <p>{texts.since(timeText(since))}</p>
      <Button variant="line" disabled={isBusy || isOffline} onClick={change}>
        {isBusy ? texts.ending : texts.end}
      </Button>
      <Reason isOffline={isOffline} problem={problem} />
    </section>
  )
}

function Reason({ isOffline, problem }: { isOffline: boolean; problem: string | undefined }) {
  if (isOffline) return <p className={styles.hint}>{texts.needsConnection}</p>
  return problem && <Note kind="bad">{problem}</Note>
}

function useShiftChange(call: 'startShift' | 'endShift') {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await changeShift(call)
    } catch (error) {
      setProblem(errorText(error, texts.couldNotChange))
    }
    setIsBusy(false)
  }
  return { isBusy, problem, change: () => void send() }
}
