import { useId } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './SizePicker.module.css'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'

type Props = {
  legend: string
  sizes: string[]
  stock: Record<string, number>
  value: string | undefined
  onChange: (size: string) => void
  isLegendHidden?: boolean
  /** The error of the choice; announced at once. */
  error?: string | undefined
}

/** A choice of one size. Sold-out sizes are crossed out and disabled. */
export function SizePicker(props: Props) {
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
              {size}
              {!stock[size] && (
                <>
                  {' '}
                  <VisuallyHidden>sold out</VisuallyHidden>
                </>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={errorId} role="alert">
          <Icon name="alert" size="s" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
