import { type FormEvent, type Ref, useEffect, useId, useRef, useState } from 'react'

import * as rules from '#contract/rules.ts'
import { typedOtp } from '#contract/values/codes.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { useSecondsLeft } from '#platform/rendering/delayedState.ts'
import { toastSuccess, toastServerMessageOr } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { sendOtp, type VerifiedOtp, verifyOtp, type OtpSent } from './login.ts'
import styles from './LoginStep.module.css'

/**
 * Reads the OTP from the text message where the browser supports it (WebOTP API), which asks the
 * shopper first. Listens again for each message, identified by its resend time.
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
        if (credential && 'code' in credential)
          latest.current(typedOtp(String(credential.code), digits))
      },
      // The shopper declined, or the listener was aborted: the OTP can still be typed.
      () => undefined,
    )
    return () => listening.abort()
  }, [resendAt])
}

const { digits } = rules.otp

type Props = {
  sent: OtpSent
  onResent: (resendAfterS: number) => void
  onVerified: (verified: VerifiedOtp) => Promise<void> | void
}

const couldNotSend = toastServerMessageOr('Login failed!')

/** The message for a wrong OTP; other errors have their own. */
const isWrongOtp = ({ code }: ApiError) => code === 'invalid' || code === 'signed_out'

export function OtpStep({ sent, onResent, onVerified }: Props) {
  const { phone, resendAt } = sent
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const secondsLeft = useSecondsLeft(resendAt)
  const field = useRef<HTMLInputElement>(null)

  async function verify(code: string) {
    if (code.length !== digits) {
      field.current?.focus()
      return setProblem('Please enter a valid OTP')
    }
    setIsBusy(true)
    try {
      await onVerified(await verifyOtp(phone, code))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(isWrongOtp(error) ? 'Entered OTP is incorrect!' : (error.msg ?? 'Login failed!'))
      // Offline the OTP was not checked, so it may be sent again.
      if (error.code !== 'offline') setOtp('')
      field.current?.focus()
    }
    setIsBusy(false)
  }

  function change(typed: string) {
    setOtp(typed)
    setProblem(undefined)
    if (typed.length === digits && typed !== otp) void verify(typed)
  }
  useWebOtp(resendAt, change)

  async function resend() {
    const result = await sendOtp(phone).catch(couldNotSend)
    if (!result) return
    onResent(result.resendAfterSeconds)
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
        OTP sent on this number <span className={styles.phone}>{`+91-${phone}`}</span>
      </p>
      <OtpField ref={field} value={otp} error={problem} onChange={change} />
      <p className={styles.resend}>
        {secondsLeft > 0 ? (
          `Resend OTP in ${secondsLeft}s`
        ) : (
          <button type="button" onClick={() => void resend()}>
            Resend OTP
          </button>
        )}
      </p>
      <Button
        type="submit"
        isWide
        aria-disabled={otp.length !== digits}
        isBusy={isBusy}
        busyText="Checking..."
      >
        Submit
      </Button>
    </form>
  )
}

type OtpFieldProps = {
  ref: Ref<HTMLInputElement>
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** Six boxes under one input, so that pasting and the phone's autofill work. */
function OtpField({ ref, value, error, onChange }: OtpFieldProps) {
  const errorId = useId()
  return (
    <div>
      <div className={styles.boxes} data-invalid={error ? true : undefined}>
        <input
          ref={ref}
          className={styles.field}
          data-autofocus
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          aria-label={`OTP, ${digits} digits`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={value}
          onChange={({ target }) => onChange(typedOtp(target.value, digits))}
          onPaste={(event) => {
            event.preventDefault()
            onChange(typedOtp(event.clipboardData.getData('text'), digits))
          }}
        />
        {Array.from({ length: digits }, (_, index) => (
          <span key={index} className={styles.box} data-next={index === value.length || undefined}>
            {value[index]}
          </span>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          <Icon name="alert" size="s" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
