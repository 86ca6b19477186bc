import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { CameraScanner } from './CameraScanner.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import styles from './ScanField.module.css'

type Props = {
  texts: { scanHint: string; field: string; example: string; submit: string; empty: string }
  /** What the last scan led to. */
  answer: { isRight: boolean; text: string; at: number } | undefined
  onScan: (code: string) => void
}

/** A field for the code on a label, the camera where there is one, and the answer to the last scan. */
export function ScanField({ texts, answer, onScan }: Props) {
  return (
    <div className={styles.scan}>
      <div role="status">
        {answer ? (
          <p
            key={answer.at}
            className={styles.answer}
            data-kind={answer.isRight ? 'right' : 'wrong'}
          >
            <Icon name={answer.isRight ? 'check' : 'alert'} />
            <span>{answer.text}</span>
          </p>
        ) : (
          <p className={styles.hint}>{texts.scanHint}</p>
        )}
      </div>
      <CodeForm texts={texts} onScan={onScan} />
      <CameraScanner onScan={onScan} answer={answer?.text} />
    </div>
  )
}

export function CodeForm({ texts, onScan }: Omit<Props, 'answer'>) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setProblem(texts.empty)
    setProblem(undefined)
    onScan(code)
    setCode('')
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={texts.field}
        placeholder={texts.example}
        value={code}
        error={problem}
        autoComplete="off"
        autoCapitalize="characters"
        leftSection={<Icon name="d-scan" size="s" />}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" variant="line">
        {texts.submit}
      </Button>
    </form>
  )
}
