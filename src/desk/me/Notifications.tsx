import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import { sendTestPush, turnOffPush, turnOnPush } from '#desk/app/push.ts'
import { errorText } from '#desk/app/request.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import { type PushState, readPushState } from '#platform/serviceWorker/browserPush.ts'
import styles from './MePage.module.css'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.notifications

/** Whether this device is told about new orders, and the switch. */
export function Notifications() {
  const [state, setState] = useState<PushState>()
  const [busyWith, setBusyWith] = useState<'switch' | 'test'>()
  const [isTested, setTested] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isShown = true
    void readPushState().then((pushState) => isShown && setState(pushState))
    return () => {
      isShown = false
    }
  }, [])
  if (!state) return null

  async function run(task: 'switch' | 'test', failure: string, work: () => Promise<void>) {
    if (busyWith) return
    setBusyWith(task)
    setProblem(undefined)
    setTested(false)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof ApiError ? errorText(error, failure) : failure)
    }
    setBusyWith(undefined)
  }
  const change = (work: () => Promise<PushState>) =>
    run('switch', texts.failed, async () => setState(await work()))
  const test = () =>
    run('test', texts.testFailed, async () => {
      await sendTestPush()
      setTested(true)
    })

  return (
    <section className={styles.card} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className={styles.intro}>{texts.intro}</p>
      <div className={styles.result}>
        <p role="status">{isTested ? texts.tested : texts.states[state]}</p>
        {problem && <Note kind="bad">{problem}</Note>}
      </div>
      {(state === 'on' || state === 'off') && (
        <div className={styles.end}>
          {state === 'on' && (
            <Button variant="line" aria-disabled={busyWith && true} onClick={() => void test()}>
              {busyWith === 'test' ? texts.testing : texts.test}
            </Button>
          )}
          <Button
            variant="line"
            aria-disabled={busyWith && true}
            onClick={() => void change(state === 'on' ? turnOffPush : turnOnPush)}
          >
            {busyWith === 'switch' ? texts.changing : state === 'on' ? texts.turnOff : texts.turnOn}
          </Button>
        </div>
      )}
    </section>
  )
}
