import { Button } from '@mantine/core'

import { Note } from '#desk/ui/feedback/Note.tsx'
import { texts } from '#desk/ui/texts.ts'
import styles from './Form.module.css'

type Props = {
  /** What is wrong with the form as a whole. */
  problem?: string | undefined
  isBusy: boolean
  /** The button that sends the form, and what it says meanwhile. */
  action?: string
  busy?: string
  variant?: 'go' | 'danger'
  /** The button that closes it. */
  cancel?: string
  onClose: () => void
}

/** How a form ends: with what is wrong, and the buttons that close it and send it. */
export function FormFooter({ problem, isBusy, variant = 'go', onClose, ...names }: Props) {
  const { action = texts.save, busy = texts.saving, cancel = texts.cancel } = names
  return (
    <div className={styles.end}>
      {problem && <Note kind="bad">{problem}</Note>}
      <div className={styles.buttons}>
        <Button variant="line" onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" variant={variant} aria-disabled={isBusy || undefined}>
          {isBusy ? busy : action}
        </Button>
      </div>
    </div>
  )
}
