import { type SelectHTMLAttributes, useId } from 'react'

import styles from './Select.module.css'

type Choice = { value: string; text: string; isDisabled?: boolean }

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'onChange' | 'children'> & {
  /** The label; visually hidden if `isLabelHidden`. */
  label: string
  isLabelHidden?: boolean
  choices: Choice[]
  onChoose: (value: string) => void
}

export function Select({ label, isLabelHidden, choices, onChoose, ...rest }: Props) {
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
        {choices.map(({ value, text, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}
