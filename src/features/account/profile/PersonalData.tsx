import { useState } from 'react'

import { ExportResponse } from '#contract/account/account.ts'
import { calls } from '#contract/api/calls.ts'
import { SuccessResponse } from '#contract/api/fields.ts'
import { LoginResponse } from '#contract/account/auth.ts'
import * as rules from '#contract/rules.ts'
import { typedOtp } from '#contract/values/codes.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { toastServerMessageOr } from '#platform/toasts.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './PersonalData.module.css'

/** Downloads data as a JSON file. */
function saveFile(name: string, content: unknown): void {
  const text = JSON.stringify(content, null, 2)
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href, download: name })
  link.click()
  URL.revokeObjectURL(href)
}

type DownloadDataProps = { onDelete: () => void }

const couldNotExport = toastServerMessageOr('We couldn’t download your data. Please try again.')

/** The customer's rights by law: a copy of their data, and its deletion. */
export function DownloadData({ onDelete }: DownloadDataProps) {
  const [isFetching, setIsFetching] = useState(false)

  async function download() {
    setIsFetching(true)
    await exportUser().then((all) => saveFile('pehno-my-data.json', all), couldNotExport)
    setIsFetching(false)
  }

  return (
    <Panel title="Your data">
      <p className={styles.text}>
        Download everything we hold about you, or delete your account. If you delete it, we keep
        your orders, payments and invoices for eight years without your personal details, as the law
        requires.
      </p>
      <div className={styles.steps}>
        <Button
          variant="outline"
          isBusy={isFetching}
          busyText="Downloading..."
          onClick={() => void download()}
        >
          Download my data
        </Button>
        <Button variant="danger" onClick={onDelete}>
          Delete account
        </Button>
      </div>
    </Panel>
  )
}

type DeleteAccountDialogProps = {
  contactNumber: string
  onDeleted: () => void
  onClose: () => void
}

const { digits } = rules.otp

/** Asks for confirmation, then for the OTP sent to the phone. */
export function DeleteAccountDialog({
  contactNumber,
  onDeleted,
  onClose,
}: DeleteAccountDialogProps) {
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
      setProblem(
        error.msg ?? 'We couldn’t reach the store. Please check your connection and try again.',
      )
    }
    setIsBusy(false)
  }

  return (
    <Dialog
      title="Delete account?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={onClose} disabled={isBusy}>
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
      <div className={styles.details}>
        <p>
          This deletes your profile, addresses, wishlist and bag, and logs you out on all devices.
          You can’t undo this.
        </p>
        {isSent ? (
          <Field
            label={`OTP sent on this number +91-${contactNumber}`}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            value={otp}
            error={problem}
            onChange={({ target }) => setOtp(typedOtp(target.value, digits))}
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

async function exportUser(): Promise<Record<string, unknown>> {
  const { result } = await parseResponse(ExportResponse, request(calls.exportUser))
  return result
}

/** Deleting an account requires an OTP, like the login. */
async function sendDeletionCode(contactNumber: string): Promise<void> {
  await parseResponse(LoginResponse, request(calls.login, { json: { contactNumber } }))
}

async function deleteUser(otp: string): Promise<void> {
  await parseResponse(SuccessResponse, request(calls.deleteUser, { json: { otp } }))
}
