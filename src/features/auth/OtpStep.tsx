import { type FormEvent, useState } from 'react'

import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/apiError.ts'
import { tell, tellServerMessageOr } from '#platform/tell.ts'
import { Button } from '#ui/Button.tsx'
import { login, type Verified, verifyOtp } from './authApi.ts'
import styles from './LoginStep.module.css'
import { OtpField } from './OtpField.tsx'
import { useCountdown } from './useCountdown.ts'

type Props = {
  phone: string
  resendAfterS: number
  onVerified: (verified: Verified) => Promise<void> | void
}

const couldNotSend = tellServerMessageOr('Login failed!')
const wrong = 'Entered OTP is incorrect!'

export function OtpStep({ phone, resendAfterS, onVerified }: Props) {
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [secondsLeft, restart] = useCountdown(resendAfterS)
  const isWhole = otp.length === rules.otp.digits

  async function verify(code: string) {
    if (code.length !== rules.otp.digits) return setProblem('Please enter a valid OTP')
    setIsBusy(true)
    try {
      await onVerified(await verifyOtp(phone, code))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.code === 'invalid' ? wrong : (error.msg ?? wrong))
      setOtp('')
    }
    setIsBusy(false)
  }

  async function resend() {
    const sent = await login(phone).catch(couldNotSend)
    if (!sent) return
    restart(sent.resendAfterSeconds)
    await tell('OTP sent again')
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
      <OtpField
        value={otp}
        error={problem}
        onChange={(typed) => {
          setOtp(typed)
          setProblem(undefined)
          if (typed.length === rules.otp.digits && typed !== otp) void verify(typed)
        }}
      />
      <p className={styles.resend}>
        {secondsLeft > 0 ? (
          `Resend OTP in ${secondsLeft} s`
        ) : (
          <button type="button" onClick={() => void resend()}>
            Resend OTP
          </button>
        )}
      </p>
      <Button type="submit" isWide disabled={!isWhole} isBusy={isBusy} busyText="Checking...">
        Submit
      </Button>
    </form>
  )
}
