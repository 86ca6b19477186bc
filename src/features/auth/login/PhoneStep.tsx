import { type FormEvent, useRef, useState } from 'react'

import { withoutCountryCode } from '#contract/auth.ts'
import { rules } from '#contract/rules.ts'
import { login } from '#features/auth/authApi.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { toastServerMessageOr } from '#platform/toasts.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import styles from './LoginStep.module.css'
import type { OtpSent } from './pendingLogin.ts'

/** What is wrong with a typed mobile number; undefined where nothing is. */
export function phoneProblem(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return 'Mobile number is required'
  if (!/^[+-]?\d+$/.test(text)) return 'Mobile number must be an integer'
  if (Number(text) <= 0) return 'Mobile number must be positive'
  // Not by its value: a number with a leading 0 is long enough, and the server says what is wrong with it.
  if (text.length < rules.phone.digits) return 'Minimum length is 10 digits'
  if (text.length > rules.phone.digits) return 'Maximum length is 10 digits'
  return undefined
}

type Props = {
  /** The shopper came back from the OTP that was sent to this number. */
  sent: OtpSent | undefined
  onSent: (sent: OtpSent) => void
}

const loginFailed = toastServerMessageOr('Login failed!')
const { digits, prefix, typingPauseMs } = rules.phone

export function PhoneStep({ sent, onSent }: Props) {
  const [typed, setTyped] = useState(sent?.phone ?? '')
  const [hasTyped, setHasTyped] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  /** What the server says is wrong with the number. */
  const [refusal, setRefusal] = useState<string>()
  const settled = useDebounced(typed, typingPauseMs)
  const form = useRef<HTMLFormElement>(null)
  const problem = phoneProblem(typed)
  // While somebody types nothing is wrong yet.
  const isProblemShown = isSubmitted || (hasTyped && settled === typed)
  const isReady = typed.length === digits && !problem

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) {
      setIsSubmitted(true)
      return form.current?.querySelector('input')?.focus()
    }
    // The same number again, and another OTP cannot be sent yet: the first one is still good.
    if (sent?.phone === typed && Date.now() < sent.resendAt) return onSent(sent)
    setIsBusy(true)
    await login(typed).then(
      ({ resendAfterSeconds }) => onSent(otpSent(typed, resendAfterSeconds)),
      (error: unknown) => {
        const isRefused = error instanceof ApiError && error.code === 'invalid'
        if (isRefused && error.msg) return setRefusal(error.msg)
        return loginFailed(error)
      },
    )
    setIsBusy(false)
  }

  return (
    <form ref={form} className={styles.step} onSubmit={(event) => void submit(event)}>
      <Field
        label="Mobile number"
        prefix={prefix}
        inputMode="numeric"
        autoComplete="tel-national"
        autoFocus
        value={typed}
        error={refusal ?? (isProblemShown && problem)}
        onChange={({ target }) => {
          setTyped(withoutCountryCode(target.value).replace(/[\s()]/g, ''))
          setHasTyped(true)
          setIsSubmitted(false)
          setRefusal(undefined)
        }}
      />
      <Button
        type="submit"
        isWide
        aria-disabled={!isReady}
        isBusy={isBusy}
        busyText="Sending OTP..."
      >
        Submit
      </Button>
    </form>
  )
}

/** An OTP was sent to the number just now. */
export const otpSent = (phone: string, resendAfterS: number): OtpSent => ({
  name: 'otp',
  phone,
  resendAt: Date.now() + resendAfterS * 1000,
  expiresAt: Date.now() + rules.otp.validForMs,
})
