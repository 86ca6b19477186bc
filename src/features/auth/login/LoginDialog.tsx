import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

import type { LoginResult } from '#contract/account/auth.ts'
import { paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { loginPurposeAtom, showAuthModalAtom } from '#platform/session/session.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import styles from './LoginDialog.module.css'
import { OtpStep } from './OtpStep.tsx'
import { loginReasons, type OtpSent, type PendingLogin, pendingLogin } from './login.ts'
import { otpSent, PhoneStep } from './PhoneStep.tsx'

type Step = { name: 'phone'; sent?: OtpSent } | PendingLogin

const titles = {
  phone: 'Login or Signup',
  otp: 'Sign in with OTP',
  details: 'User Details',
} as const satisfies Record<Step['name'], string>

type Props = {
  /** Moves the guest's data into the account before the dialog closes. */
  onLoggedIn: (result: LoginResult) => Promise<void>
}

/** The login dialog. */
export function LoginDialog({ onLoggedIn }: Props) {
  const [isOpen, setIsOpen] = useAtom(showAuthModalAtom)
  return isOpen ? <OpenLogin onLoggedIn={onLoggedIn} onClose={() => setIsOpen(false)} /> : null
}

function OpenLogin({ onLoggedIn, onClose }: Props & { onClose: () => void }) {
  const [step, setStep] = useStep()
  const purpose = useAtomValue(loginPurposeAtom)
  const close = () => {
    void pendingLogin.remove()
    onClose()
  }
  const finish = (result: LoginResult) => onLoggedIn(result).then(close)
  if (!step) return <LoadingDialog title={titles.phone} onClose={close} />

  return (
    <Dialog
      title={titles[step.name]}
      onClose={close}
      onBack={step.name === 'phone' ? undefined : () => setStep(previousStep(step))}
    >
      {step.name === 'phone' && purpose && <p className={styles.reason}>{loginReasons[purpose]}</p>}
      {step.name === 'phone' && <PhoneStep sent={step.sent} onSent={setStep} />}
      {step.name === 'otp' && (
        <OtpStep
          sent={step}
          onResent={(resendAfterS) => setStep(otpSent(step.phone, resendAfterS))}
          onVerified={(verified) =>
            'token' in verified
              ? finish(verified)
              : setStep(signupStep(step.phone, verified.signupToken))
          }
        />
      )}
      {step.name === 'details' && (
        <DetailsStep
          phone={step.phone}
          signupToken={step.signupToken}
          draft={step.draft}
          onDraft={(draft) => setStep({ ...step, draft })}
          onSignedUp={finish}
        />
      )}
      <p className={styles.terms}>
        By continuing you agree to the{' '}
        <Link to={paths.terms} onClick={close}>
          terms and conditions
        </Link>{' '}
        and{' '}
        <Link to={paths.privacy} onClick={close}>
          privacy policy
        </Link>
        .
      </p>
    </Dialog>
  )
}

/** The current step, stored for a reload. Undefined until the stored one is read. */
function useStep() {
  const [step, show] = useState<Step>()
  const [purpose, setPurpose] = useAtom(loginPurposeAtom)
  useEffect(() => {
    let isOpen = true
    void pendingLogin.read().then((pending) => {
      if (!isOpen) return
      if (pending?.purpose) setPurpose(pending.purpose)
      show(pending ?? { name: 'phone' })
    })
    return () => {
      isOpen = false
    }
  }, [setPurpose])

  const setStep = (next: Step) => {
    show(next)
    void (next.name === 'phone' ? pendingLogin.remove() : pendingLogin.write({ ...next, purpose }))
  }
  return [step, setStep] as const
}

/**
 * Back leads to the number, which can be corrected. After a verified number there is no way back,
 * because its OTP is used.
 */
const previousStep = (step: PendingLogin): Step => {
  const used = { name: 'otp', phone: step.phone, resendAt: 0, expiresAt: 0 } as const
  return { name: 'phone', sent: step.name === 'otp' ? step : used }
}

const signupStep = (phone: string, signupToken: string): PendingLogin => ({
  name: 'details',
  phone,
  signupToken,
  expiresAt: Date.now() + rules.otp.signupWithinMs,
  draft: { name: '', dateOfBirth: '' },
})
