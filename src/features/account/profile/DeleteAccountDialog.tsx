import { useState } from 'react'

import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import styles from './DeleteAccountDialog.module.css'
import { deleteUser, sendDeletionCode } from './profileApi.ts'

type Props = { contactNumber: string; onDeleted: () => void; onClose: () => void }

const { digits } = rules.otp

/** Asks for confirmation, then for the OTP sent to the phone. */
export function DeleteAccountDialog({ contactNumber, onDeleted, onClose }: Props) {
  const [isSent, setIsSent] = useState(false)
  const [otp, setOtp] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function go() {
    setIsBusy(true)
    setProblem(undefined)
    try {
      if (isSent) {
        await deleteUser(otp)
        return onDeleted()
      }
      await sendDeletionCode(contactNumber)
      setIsSent(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.msg ?? 'Something went wrong. Please try again.')
    }
    setIsBusy(false)
  }

  return (
    <Dialog
      title="Delete account?"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onClose} disabled={isBusy}>
            Keep account
          </Button>
          <Button
            variant="danger"
            isWide
            isBusy={isBusy}
            disabled={isSent && otp.length !== digits}
            onClick={() => void go()}
          >
            {isSent ? 'Delete account' : 'Send OTP'}
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        <p>
          Your profile, addresses, wishlist and bag will be deleted now, and you'll be logged out on
          all devices. This can't be undone.
        </p>
        {isSent ? (
          <Field
            label={`OTP sent on this number +91-${contactNumber}`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={digits}
            autoFocus
            value={otp}
            error={problem}
            onChange={({ target }) => setOtp(target.value.replace(/\D/g, ''))}
          />
        ) : (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
