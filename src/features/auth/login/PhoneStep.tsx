import { type FormEvent, useRef, useState } from 'react'

import * as rules from '#contract/rules.ts'
import { cleanPhone } from '#contract/values/phone.ts'
import { sendOtp, type OtpSent } from './login.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { isPrivateSession } from '#platform/storage/privateSession.ts'
import { startPrivateSession } from '#platform/storage/startPrivateSession.ts'
import { toastServerMessageOr } from '#platform/toasts.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Checkbox, Field } from '#ui/forms/Fields.tsx'
import styles from './LoginStep.module.css'

/** The error of a typed mobile number; undefined if it is valid. */
export function phoneProblem(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '') return 'Mobile number is required'
  if (!/^[+-]?\d+$/.test(text)) return 'Mobile number must be an integer'
  if (Number(text) <= 0) return 'Mobile number must be positive'
  // The length is not limited: the server reports what is wrong with a longer number.
  if (text.length < rules.phone.digits) return 'Minimum length is 10 digits'
  if (text.length > rules.phone.digits) return 'Maximum length is 10 digits'
  return undefined
}

type Props = {
  /** Set when the shopper comes back from the OTP step. */
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
  const [isPrivate, setIsPrivate] = useState(isPrivateSession)
  /** The server's error for the number. */
  const [refusal, setRefusal] = useState<string>()
  const settled = useDebounced(typed, typingPauseMs)
  const form = useRef<HTMLFormElement>(null)
  const problem = phoneProblem(typed)
  // No error while typing.
  const isProblemShown = isSubmitted || (hasTyped && settled === typed)
  const isReady = typed.length === digits && !problem

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) {
      setIsSubmitted(true)
      return form.current?.querySelector('input')?.focus()
    }
    // For the same number the first OTP is still valid until another can be sent.
    if (sent?.phone === typed && Date.now() < sent.resendAt) return onSent(sent)
    setIsBusy(true)
    // Before anything of the customer is stored.
    if (isPrivate) await startPrivateSession()
    await sendOtp(typed).then(
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
          setTyped(cleanPhone(target.value))
          setHasTyped(true)
          setIsSubmitted(false)
          setRefusal(undefined)
        }}
      />
      <Checkbox
        checked={isPrivate}
        // It lasts as long as the tab.
        disabled={isPrivateSession()}
        onChange={() => setIsPrivate(!isPrivate)}
      >
        <span>
          <b>Private session</b>
          <span className={styles.hint}>
            For a phone that others use too. Closing the tab logs you out and leaves nothing here.
          </span>
        </span>
      </Checkbox>
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

/** The login state after an OTP was sent. */
export const otpSent = (phone: string, resendAfterS: number): OtpSent => ({
  name: 'otp',
  phone,
  resendAt: Date.now() + resendAfterS * 1000,
  expiresAt: Date.now() + rules.otp.validForMs,
})
