import { type ReactNode, useId } from 'react'

import styles from './Form.module.css'

type TextProps = {
  name: string
  hint?: string
  /** What is wrong with the value; it is shown in place of the hint. */
  problem?: string | undefined
  /** The element that says what is wrong with the value, if that is not below the field. */
  problemId?: string | undefined
  value: string
  onType: (value: string) => void
  max?: number
  type?: 'text' | 'tel' | 'url'
  inputMode?: 'numeric' | 'decimal'
  placeholder?: string | undefined
  /** Whether a dialog opens with the focus on it. */
  isFirst?: boolean
}

export function TextField({ name, hint, problem, problemId, value, onType, ...field }: TextProps) {
  const id = useId()
  const { max, type = 'text', inputMode, placeholder, isFirst = false } = field
  const note = problem ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <input
        {...{ id, type, inputMode, placeholder, value }}
        maxLength={max}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        aria-invalid={problem || problemId ? true : undefined}
        aria-describedby={[note && `${id}-note`, problemId].filter(Boolean).join(' ') || undefined}
        onChange={({ target }) => onType(target.value)}
      />
      {note && (
        <small id={`${id}-note`} role={problem && 'alert'}>
          {note}
        </small>
      )}
    </div>
  )
}

type Option<Value> = { value: Value; label: string }

type SelectProps<Value> = {
  name: string
  hint?: string
  value: Value
  options: readonly Option<Value>[]
  onChoose: (value: Value) => void
}

export function SelectField<Value extends string | number>({
  name,
  hint,
  value,
  options,
  onChoose,
}: SelectProps<Value>) {
  function choose(text: string) {
    const chosen = options.find((option) => String(option.value) === text)
    if (chosen) onChoose(chosen.value)
  }
  return (
    <label className={styles.field}>
      <span>{name}</span>
      <select value={value} onChange={({ target }) => choose(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && <small>{hint}</small>}
    </label>
  )
}

type CheckListProps<Value> = {
  name: string
  hint?: string
  problem: string | undefined
  /** Undefined until they are read. */
  options: readonly (Option<Value> & { hint?: string })[] | undefined
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

/** Boxes to tick, any number of them. */
export function CheckList<Value extends string>({
  name,
  hint,
  problem,
  options,
  chosen,
  onChange,
}: CheckListProps<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.checks}>
      <legend>{name}</legend>
      {hint && <small>{hint}</small>}
      {options?.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            aria-describedby={option.hint && `${id}-${option.value}`}
            onChange={({ target }) => {
              const others = chosen.filter((value) => value !== option.value)
              onChange(target.checked ? [...others, option.value] : others)
            }}
          />
          <span>
            <span>{option.label}</span>
            {option.hint && <small id={`${id}-${option.value}`}>{option.hint}</small>}
          </span>
        </label>
      ))}
      {problem && <p role="alert">{problem}</p>}
    </fieldset>
  )
}

type ChoiceProps = {
  /** All choices of the same name exclude each other. */
  name: string
  isChosen: boolean
  /** Whether a dialog opens with the focus on it. */
  isFirst?: boolean
  /** Stands at the end of its line. */
  detail?: string
  onChoose: () => void
  /** Its text; details below it follow a title in <b>. */
  children: ReactNode
}

/** One of several in a box of its own, in a <fieldset> with the class `choices`. */
export function Choice({
  name,
  isChosen,
  isFirst = false,
  detail,
  onChoose,
  children,
}: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={isChosen}
        data-autofocus={isFirst || undefined}
        onChange={onChoose}
      />
      <span>{children}</span>
      {detail && <small>{detail}</small>}
    </label>
  )
}
