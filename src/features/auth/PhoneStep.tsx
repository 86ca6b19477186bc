import { type FormEvent, useState } from 'react'

import { rules } from '#contract/rules.ts'
import { tellServerMessageOr } from '#platform/tell.ts'
import { useDebounced } from '#platform/useDebounced.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { login } from './authApi.ts'
import styles from './LoginStep.module.css'
import { phoneProblem } from './phoneProblem.ts'

type Props = { onSent: (phone: string, resendAfterS: number) => void }

const loginFailed = tellServerMessageOr('Login failed!')
const { digits, prefix, typingPauseMs } = rules.phone

export function PhoneStep({ onSent }: Props) {
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const settled = useDebounced(typed, typingPauseMs)
  const problem = phoneProblem(typed)
  // While somebody types nothing is wrong yet.
  const shownProblem = settled === typed && typed !== '' ? problem : undefined
  const isReady = typed.length === digits && !problem

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    setIsBusy(true)
    await login(typed).then(
      ({ resendAfterSeconds }) => onSent(typed, resendAfterSeconds),
      loginFailed,
    )
    setIsBusy(false)
  }

  return (
    <form className={styles.step} onSubmit={(event) => void submit(event)}>
      <Field
        label="Mobile number"
        prefix={prefix}
        inputMode="numeric"
        autoComplete="tel-national"
        autoFocus
        value={typed}
        error={shownProblem}
        onChange={({ target }) => setTyped(target.value.replace(/[^\d.-]/g, ''))}
      />
      <Button type="submit" isWide disabled={!isReady} isBusy={isBusy} busyText="Sending OTP...">
        Submit
      </Button>
    </form>
  )
}
