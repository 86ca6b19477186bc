import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  useId,
  type TextareaHTMLAttributes,
  type SelectHTMLAttributes,
} from 'react'

import { asElements, type Elements } from '#ui/elements.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './Fields.module.css'

type TextInputProps = Omit<ComponentProps<'input'>, 'className'> & { isInvalid?: boolean }

/** A text field alone; `Field` adds a label and messages. */
export const TextInput = ({ isInvalid, ...rest }: TextInputProps) => (
  <input type="text" {...rest} className={styles.input} aria-invalid={isInvalid || undefined} />
)

type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: ReactNode
  error?: ReactNode
  hint?: ReactNode
  /** A fixed prefix, such as +91. */
  prefix?: string
}

export function Field({ label, error, hint, prefix, ...rest }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const input = (
    <TextInput
      {...rest}
      id={id}
      data-autofocus={rest.autoFocus || undefined}
      isInvalid={Boolean(error)}
      aria-describedby={error || hint ? noteId : undefined}
    />
  )

  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {prefix ? (
        <div className={styles.affix} data-invalid={error ? true : undefined}>
          <span>{prefix}</span>
          {input}
        </div>
      ) : (
        input
      )}
      {error ? (
        <p className={styles.error} id={noteId} role="alert">
          <Icon name="alert" size="s" />
          <span>{error}</span>
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

type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & {
  label: string
  error?: string | undefined
}

/** A text field with several lines. */
export function TextArea({ label, error, ...rest }: TextAreaProps) {
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
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

type SelectOption = { value: string; text: string; isDisabled?: boolean }

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'onChange' | 'children'> & {
  /** The label; visually hidden if `isLabelHidden`. */
  label: string
  isLabelHidden?: boolean
  options: SelectOption[]
  onChoose: (value: string) => void
}

export function Select({ label, isLabelHidden, options, onChoose, ...rest }: SelectProps) {
  const id = useId()
  return (
    <span className={styles.box}>
      {!isLabelHidden && <label htmlFor={id}>{label}</label>}
      <select
        {...rest}
        id={id}
        aria-label={isLabelHidden ? label : undefined}
        className={styles.select}
        onChange={(event) => onChoose(event.target.value)}
      >
        {options.map(({ value, text, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'children'> & {
  /** `radio` where only one of a group can be selected. */
  type?: 'checkbox' | 'radio'
  children: Elements | string
}

/** A checkbox or radio button with its label. */
export function Checkbox({ type = 'checkbox', children, ...rest }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <input {...rest} type={type} className={styles.checkboxInput} />
      <span className={styles.checkbox} data-type={type}>
        <Icon name="check" size="xs" />
      </span>
      {asElements(children)}
    </label>
  )
}
