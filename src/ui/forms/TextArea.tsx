import { type TextareaHTMLAttributes, useId } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './Field.module.css'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string
  error?: string | undefined
}

/** A text field with several lines. */
export function TextArea({ label, error, ...rest }: Props) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? noteId : undefined}
      />
      {error && (
        <p className={styles.error} id={noteId} role="alert">
          <Icon name="alert" size="s" />
          {error}
        </p>
      )}
    </div>
  )
}
