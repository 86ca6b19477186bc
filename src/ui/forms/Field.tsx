import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

import styles from './Field.module.css'
import { Icon } from '#ui/media/Icon.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: ReactNode
  error?: ReactNode
  hint?: ReactNode
  /** A fixed prefix, such as +91. */
  prefix?: string
}

export function Field({ label, error, hint, prefix, ...rest }: Props) {
  const id = useId()
  const noteId = `${id}-note`
  const input = (
    <input
      type="text"
      {...rest}
      id={id}
      data-autofocus={rest.autoFocus || undefined}
      className={styles.input}
      aria-invalid={error ? true : undefined}
      aria-describedby={error || hint ? noteId : undefined}
    />
  )

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {prefix ? (
        <div className={styles.affix} data-bad={error ? true : undefined}>
          <span>{prefix}</span>
          {input}
        </div>
      ) : (
        input
      )}
      {error ? (
        <p className={styles.error} id={noteId} role="alert">
          <Icon name="alert" size="s" />
          {error}
        </p>
      ) : (
        hint && (
          <p className={styles.hint} id={noteId}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
