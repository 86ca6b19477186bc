import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import { turnOffPush, turnOnPush } from '#desk/app/push.ts'
import { errorText } from '#desk/app/request.ts'
import { Note } from '#desk/ui/Note.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import { type PushState, readPushState } from '#platform/serviceWorker/browserPush.ts'
import styles from './MePage.module.css'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.notifications

/** Whether this device is told about new orders, and the switch. */
export function Notifications() {
  const [state, setState] = useState<PushState>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isShown = true
    void readPushState().then((found) => isShown && setState(found))
    return () => {
      isShown = false
    }
  }, [])
  if (!state) return null

  async function change(work: () => Promise<PushState>) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      setState(await work())
    } catch (error) {
      setProblem(error instanceof ApiError ? errorText(error, texts.failed) : texts.failed)
    }
    setBusy(false)
  }

  return (
    <section className={styles.card} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className={styles.intro}>{texts.intro}</p>
      <div className={styles.result}>
        <p role="status">{texts.states[state]}</p>
        {problem && <Note kind="bad">{problem}</Note>}
      </div>
      {(state === 'on' || state === 'off') && (
        <div className={styles.end}>
          <Button
            variant="line"
            aria-disabled={isBusy || undefined}
            onClick={() => void change(state === 'on' ? turnOffPush : turnOnPush)}
          >
            {isBusy ? texts.changing : state === 'on' ? texts.turnOff : texts.turnOn}
          </Button>
        </div>
      )}
    </section>
  )
}
