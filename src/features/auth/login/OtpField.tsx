import { type Ref, useId } from 'react'

import * as rules from '#contract/rules.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './OtpField.module.css'

type Props = {
  ref: Ref<HTMLInputElement>
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

const { digits } = rules.otp

/** Six boxes under one input, so that pasting and the phone's autofill work. */
export function OtpField({ ref, value, error, onChange }: Props) {
  const errorId = useId()
  return (
    <div>
      <div className={styles.boxes} data-bad={error ? true : undefined}>
        <input
          ref={ref}
          className={styles.field}
          data-autofocus
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={digits}
          aria-label={`OTP, ${digits} digits`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, digits))}
          onPaste={(event) => {
            event.preventDefault()
            const pasted = event.clipboardData.getData('text')
            onChange(pasted.replace(/\D/g, '').slice(0, digits))
          }}
        />
        {Array.from({ length: digits }, (_, place) => (
          <span key={place} className={styles.box} data-next={place === value.length || undefined}>
            {value[place]}
          </span>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          <Icon name="alert" size="s" />
          {error}
        </p>
      )}
    </div>
  )
}
