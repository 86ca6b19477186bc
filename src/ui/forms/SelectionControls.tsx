import { type InputHTMLAttributes, type ReactNode, useId, type ButtonHTMLAttributes } from 'react'
import { Link } from 'react-router-dom'

import { asElements, type Elements } from '#ui/elements.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './SelectionControls.module.css'

type OptionCardProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'title' | 'id'> & {
  title: ReactNode
  /** At the end of the title's line, such as a price. */
  aside?: Elements
  /** Below both; a tap on it selects too, unless it is a button. */
  children?: ReactNode
}

/** A radio button with a description. */
export function OptionCard({ title, aside, children, ...rest }: OptionCardProps) {
  const id = useId()
  const moreId = `${id}-more`
  return (
    <div className={styles.card}>
      <input
        {...rest}
        id={id}
        type="radio"
        className={styles.input}
        aria-describedby={children ? moreId : undefined}
      />
      <span className={styles.dot} />
      <div className={styles.details}>
        <div className={styles.head}>
          <label className={styles.title} htmlFor={id}>
            {title}
          </label>
          {aside}
        </div>
        {children && (
          <div className={styles.more} id={moreId}>
            {children}
          </div>
        )}
      </div>
    </div>
  )
}

type ChipProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  children: Elements | string
  /** Icon before the label. */
  icon?: string
  /** Shows a cross: a tap removes the chip. */
  isRemovable?: boolean
}

export function Chip({ icon, isRemovable, children, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={styles.chip}>
      {icon && <Icon name={icon} size="xs" />}
      {asElements(children)}
      {isRemovable && <Icon name="close" size="xs" />}
    </button>
  )
}

type ChipLinkProps = { to: string; icon?: string; children: Elements | string }

/** A link that looks like a chip. */
export function ChipLink({ to, icon, children }: ChipLinkProps) {
  return (
    <Link className={styles.chip} to={to}>
      {icon && <Icon name={icon} size="xs" />}
      {asElements(children)}
    </Link>
  )
}

type SizeToggleProps = { size: string; isChosen: boolean; onToggle: () => void }

/** A size that can be chosen or not. */
export function SizeToggle({ size, isChosen, onToggle }: SizeToggleProps) {
  return (
    <button type="button" className={styles.toggle} aria-pressed={isChosen} onClick={onToggle}>
      {size}
    </button>
  )
}

type SizePickerProps = {
  legend: string
  sizes: string[]
  stock: Record<string, number>
  value: string | undefined
  onChange: (size: string) => void
  isLegendHidden?: boolean
  /** The error; announced at once. */
  error?: string | undefined
}

/** Radio buttons for the size. Sold-out sizes are crossed out and disabled. */
export function SizePicker(props: SizePickerProps) {
  const { legend, sizes, stock, value, onChange, isLegendHidden, error } = props
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>
        {isLegendHidden ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      <div className={styles.sizes}>
        {sizes.map((size) => (
          <label key={size} className={styles.size}>
            <input
              type="radio"
              name={name}
              value={size}
              checked={size === value}
              disabled={!stock[size]}
              onChange={() => onChange(size)}
            />
            <span>
              <span>{size}</span>{' '}
              <VisuallyHidden>{stock[size] ? undefined : 'sold out'}</VisuallyHidden>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          <Icon name="alert" size="s" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
