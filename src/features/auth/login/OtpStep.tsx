import { type FormEvent, useEffect, useRef, useState } from 'react'

import { rules } from '#contract/rules.ts'
import { login, type Verified, verifyOtp } from '#features/auth/authApi.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { toastSuccess, toastServerMessageOr } from '#platform/toasts.ts'
import { useSecondsLeft } from '#platform/rendering/delayedState.ts'
import { Button } from '#ui/forms/Button.tsx'
import styles from './LoginStep.module.css'
import { OtpField } from './OtpField.tsx'
import type { OtpSent } from './pendingLogin.ts'

/**
 * Takes the OTP out of the text message, where the browser can read it there (WebOTP API); it asks
 * the shopper first. Listens again for each message, which is told apart by when the next can be sent.
 */
function useWebOtp(resendAt: number, onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return
    const listening = new AbortController()
    const options = { otp: { transport: ['sms'] }, signal: listening.signal }
    navigator.credentials.get(options).then(
      (credential) => {
        if (credential && 'code' in credential) latest.current(String(credential.code))
      },
      // Refused by the shopper, or stopped by the next lines: the code can still be typed.
      () => undefined,
    )
    return () => listening.abort()
  }, [resendAt])
}

type Props = {
  sent: OtpSent
  onResent: (resendAfterS: number) => void
  onVerified: (verified: Verified) => Promise<void> | void
}

const couldNotSend = toastServerMessageOr('Login failed!')

/** A code that is not the one that was sent; any other refusal has its own message. */
const isWrongOtp = ({ code }: ApiError) => code === 'invalid' || code === 'signed_out'

export function OtpStep({ sent, onResent, onVerified }: Props) {
  const { phone, resendAt } = sent
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const secondsLeft = useSecondsLeft(resendAt)
  const field = useRef<HTMLInputElement>(null)

  async function verify(code: string) {
    if (code.length !== rules.otp.digits) {
      field.current?.focus()
      return setProblem('Please enter a valid OTP')
    }
    setIsBusy(true)
    try {
      await onVerified(await verifyOtp(phone, code))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(isWrongOtp(error) ? 'Entered OTP is incorrect!' : (error.msg ?? 'Login failed!'))
      // Without a connection nobody has looked at the code: it may be sent again as it is.
      if (error.code !== 'offline') setOtp('')
      field.current?.focus()
    }
    setIsBusy(false)
  }

  function change(typed: string) {
    setOtp(typed)
    setProblem(undefined)
    if (typed.length === rules.otp.digits && typed !== otp) void verify(typed)
  }
  useWebOtp(resendAt, change)

  async function resend() {
    const answer = await login(phone).catch(couldNotSend)
    if (!answer) return
    onResent(answer.resendAfterSeconds)
    field.current?.focus()
    await toastSuccess('OTP sent again')
  }

  return (
    <form
      className={styles.step}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void verify(otp)
      }}
    >
      <p className={styles.text}>
        OTP sent on this number <span className={styles.phone}>+91-{phone}</span>
      </p>
      <OtpField ref={field} value={otp} error={problem} onChange={change} />
      <p className={styles.resend}>
        {secondsLeft > 0 ? (
          `Resend OTP in ${secondsLeft} s`
        ) : (
          <button type="button" onClick={() => void resend()}>
            Resend OTP
          </button>
        )}
      </p>
      <Button
        type="submit"
        isWide
        aria-disabled={otp.length !== rules.otp.digits}
        isBusy={isBusy}
        busyText="Checking..."
      >
        Submit
      </Button>
    </form>
  )
}
