import { Button } from '@mantine/core'
import { useState } from 'react'

import { errorText } from '#desk/app/request.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { texts } from '#desk/ui/texts.ts'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  body: string
  /** The button that does it, and what it says meanwhile. */
  action: string
  busy: string
  /** What is said if it failed without a reason of the server. */
  failure: string
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before something that cannot be undone. */
export function Question({ title, body, action, busy, failure, onConfirm, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function confirm() {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(errorText(error, failure))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={formStyles.form}>
        <p>{body}</p>
        {problem && <Note kind="bad">{problem}</Note>}
        <div className={formStyles.buttons}>
          <Button variant="line" data-autofocus onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant="danger"
            aria-disabled={isBusy || undefined}
            onClick={() => void confirm()}
          >
            {isBusy ? busy : action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
