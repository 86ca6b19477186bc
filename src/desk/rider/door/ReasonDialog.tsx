import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'

import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import styles from './ReasonDialog.module.css'
import { texts as pageTexts } from '#desk/rider/texts.ts'

const texts = pageTexts.reasons
export type ReasonMove = 'noteAttempt' | 'refuse'

type Props = {
  move: ReasonMove
  onClose: () => void
  onConfirm: (reason: string) => void
}

const maxLength = 200

/** Asks why an order was not delivered. */
export function ReasonDialog({ move, onClose, onConfirm }: Props) {
  const { title, question, options, confirm, effect } = texts[move]
  const [chosen, setChosen] = useState<string>()
  const [written, setWritten] = useState('')
  const [problem, setProblem] = useState<string>()
  const reason = chosen === texts.other ? written.trim() : chosen

  function submit(event: React.FormEvent) {
    event.preventDefault()
    if (reason) onConfirm(reason)
    else setProblem(texts.missing)
  }
  function choose(option: string) {
    setChosen(option)
    setProblem(undefined)
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form className={styles.form} onSubmit={submit}>
        <fieldset className={styles.options}>
          <legend>{question}</legend>
          {[...options, texts.other].map((option) => (
            <label key={option}>
              <input
                type="radio"
                name="reason"
                checked={chosen === option}
                onChange={() => choose(option)}
              />
              <span>{option}</span>
            </label>
          ))}
        </fieldset>
        {chosen === texts.other && (
          <TextInput
            label={texts.otherLabel}
            value={written}
            maxLength={maxLength}
            onChange={({ currentTarget }) => setWritten(currentTarget.value)}
          />
        )}
        <p className={styles.problem} role="alert">
          {problem}
        </p>
        <p className={styles.effect}>{effect}</p>
        <Button type="submit" size="l" variant={move === 'refuse' ? 'danger' : 'go'} fullWidth>
          {confirm}
        </Button>
      </form>
    </Dialog>
  )
}
