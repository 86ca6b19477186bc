import { Button, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type FormEvent, useRef, useState } from 'react'

import { cleanPhone, phonePattern } from '#contract/values/phone.ts'
import { typedOtp } from '#contract/values/codes.ts'
import * as rules from '#contract/rules.ts'
import { canUsePasskeys, logInWithPasskey, passkeyProblem } from '#desk/app/passkeys.ts'
import { hasExpiredAtom, saveSession } from '#desk/app/session.ts'
import { errorText, request } from '#desk/app/request.ts'
import { Brand } from '#desk/ui/media/Brand.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import { useSecondsLeft } from '#platform/rendering/delayedState.ts'
import styles from './LoginPage.module.css'
import { texts } from './texts.ts'

/** An OTP was sent; `resendAt` in ms since 1970. */
type Sent = { phone: string; resendAt: number }

/** Sends an OTP. The response says when the next one can be sent. */
async function sendOtp(phone: string): Promise<Sent> {
  const { result } = await request('staffLogin', { body: { contactNumber: phone } })
  return { phone, resendAt: Date.now() + result.resendAfterSeconds * 1000 }
}

/** The login, in the place of any page: after it the page of the URL opens. */
export function LoginPage() {
  const hasExpired = useAtomValue(hasExpiredAtom)
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<Sent>()
  return (
    <div className={styles.page}>
      <div className={styles.brand}>
        <Brand />
      </div>
      <main className={styles.card}>
        {hasExpired && <Note kind="warn">{texts.expired}</Note>}
        {sent ? (
          <OtpStep sent={sent} onSent={setSent} onBack={() => setSent(undefined)} />
        ) : (
          <>
            <PhoneStep phone={phone} onType={setPhone} onSent={setSent} />
            {canUsePasskeys() && <PasskeyStep />}
          </>
        )}
      </main>
    </div>
  )
}

type PhoneProps = {
  phone: string
  onType: (phone: string) => void
  onSent: (sent: Sent) => void
}

function PhoneStep({ phone, onType, onSent }: PhoneProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (!phonePattern.test(phone)) {
      setProblem(phone === '' ? texts.phoneMissing : texts.phoneInvalid)
      return field.current?.focus()
    }
    setIsBusy(true)
    try {
      onSent(await sendOtp(phone))
    } catch (error) {
      setProblem(errorText(error, texts.couldNotSend))
      setIsBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.card} data-plain>
        <h1>{texts.title}</h1>
        <p className={styles.intro}>{texts.phoneIntro}</p>
        <TextInput
          ref={field}
          label={texts.phone}
          leftSection={rules.phone.prefix}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          autoFocus
          value={phone}
          error={problem}
          onChange={({ target }) => {
            onType(cleanPhone(target.value))
            setProblem(undefined)
          }}
        />
        <Button type="submit" variant="go" size="l" fullWidth aria-disabled={isBusy}>
          {isBusy ? texts.sending : texts.sendOtp}
        </Button>
      </div>
    </form>
  )
}

/** Instead of an OTP: the browser offers the passkeys that it has for the store. */
function PasskeyStep() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function logIn() {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      saveSession(await logInWithPasskey())
    } catch (error) {
      setProblem(passkeyProblem(error, texts.passkeyProblems))
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="line"
        size="l"
        fullWidth
        leftSection={<Icon name="d-key" size="s" />}
        aria-disabled={isBusy || undefined}
        onClick={() => void logIn()}
      >
        {isBusy ? texts.usingPasskey : texts.usePasskey}
      </Button>
      {problem && <Note kind="bad">{problem}</Note>}
    </>
  )
}

type OtpProps = { sent: Sent; onSent: (sent: Sent) => void; onBack: () => void }

const { digits } = rules.otp

function OtpStep({ sent, onSent, onBack }: OtpProps) {
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState<string>()
  const [message, setMessage] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const secondsLeft = useSecondsLeft(sent.resendAt)

  async function verify(code: string) {
    if (isBusy) return
    if (code.length !== digits) {
      setProblem(texts.otpInvalid(digits))
      return field.current?.focus()
    }
    setIsBusy(true)
    try {
      const body = { contactNumber: sent.phone, otp: code }
      const { result } = await request('staffVerifyOtp', { body })
      saveSession(result)
    } catch (error) {
      const isWrong =
        error instanceof ApiError && (error.code === 'invalid' || error.code === 'signed_out')
      setProblem(isWrong ? texts.otpWrong : errorText(error, texts.couldNotLogIn))
      setIsBusy(false)
      // Without a connection the OTP was not checked, so it can be sent again as it is.
      if (isWrong) setOtp('')
      field.current?.focus()
    }
  }

  function type(typed: string) {
    setOtp(typed)
    setProblem(undefined)
    if (typed.length === digits && typed !== otp) void verify(typed)
  }

  async function resend() {
    setMessage(undefined)
    try {
      onSent(await sendOtp(sent.phone))
      setMessage(texts.resent)
    } catch (error) {
      setProblem(errorText(error, texts.couldNotSend))
    }
    field.current?.focus()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void verify(otp)
      }}
    >
      <div className={styles.card} data-plain>
        <h1>{texts.otpTitle}</h1>
        <p className={styles.intro}>{texts.sentTo(sent.phone)}</p>
        <TextInput
          ref={field}
          className={styles.otp}
          label={texts.otp(digits)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={otp}
          error={problem}
          onChange={({ target }) => type(typedOtp(target.value, digits))}
        />
        <Button type="submit" variant="go" size="l" fullWidth aria-disabled={isBusy}>
          {isBusy ? texts.loggingIn : texts.logIn}
        </Button>
        <div className={styles.resend}>
          {secondsLeft > 0 ? (
            <p>{texts.resendIn(secondsLeft)}</p>
          ) : (
            <Button variant="quiet" onClick={() => void resend()}>
              {texts.resend}
            </Button>
          )}
          <p role="status">{message}</p>
        </div>
        <Button variant="quiet" onClick={onBack}>
          {texts.changeNumber}
        </Button>
      </div>
    </form>
  )
}
