import { useAtom } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { SignedIn } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { showAuthModalAtom } from '#platform/login.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { DetailsStep } from './DetailsStep.tsx'
import styles from './LoginDialog.module.css'
import { OtpStep } from './OtpStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'

type Step =
  | { name: 'phone' }
  | { name: 'otp'; phone: string; resendAfterS: number }
  | { name: 'details'; phone: string; signupToken: string }

const titles = {
  phone: 'Login or Signup',
  otp: 'Sign in with OTP',
  details: 'User Details',
} as const satisfies Record<Step['name'], string>

type Props = {
  /** Takes the visitor's things along and makes them the user's, before the modal goes. */
  onSignedIn: (signedIn: SignedIn) => Promise<void>
}

/** The sign-in modal, wherever it was asked for. */
export function LoginDialog({ onSignedIn }: Props) {
  const [isOpen, setIsOpen] = useAtom(showAuthModalAtom)
  return isOpen ? <OpenLogin onSignedIn={onSignedIn} onClose={() => setIsOpen(false)} /> : null
}

function OpenLogin({ onSignedIn, onClose }: Props & { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'phone' })
  const finish = (signedIn: SignedIn) => onSignedIn(signedIn).then(onClose)
  const { name } = step

  return (
    <Dialog
      title={titles[name]}
      onClose={onClose}
      onBack={name === 'otp' ? () => setStep({ name: 'phone' }) : undefined}
    >
      {name === 'phone' && (
        <PhoneStep
          onSent={(phone, resendAfterS) => setStep({ name: 'otp', phone, resendAfterS })}
        />
      )}
      {name === 'otp' && (
        <OtpStep
          phone={step.phone}
          resendAfterS={step.resendAfterS}
          onVerified={(verified) =>
            'token' in verified
              ? finish(verified)
              : setStep({ name: 'details', phone: step.phone, signupToken: verified.signupToken })
          }
        />
      )}
      {name === 'details' && (
        <DetailsStep phone={step.phone} signupToken={step.signupToken} onSignedUp={finish} />
      )}
      <p className={styles.terms}>
        By continuing you agree to the{' '}
        <Link to={paths.terms} onClick={onClose}>
          terms and conditions
        </Link>{' '}
        and{' '}
        <Link to={paths.privacy} onClick={onClose}>
          privacy policy
        </Link>
        .
      </p>
    </Dialog>
  )
}
