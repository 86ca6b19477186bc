import { useId } from 'react'

import { ReturnReason } from '#contract/order.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './ReasonChoice.module.css'

type Props = {
  value: ReturnReason | undefined
  onChoose: (reason: ReturnReason) => void
  /** What is wrong with the choice; spoken at once. */
  error: string | undefined
}

/** One reason out of the list; what does not fit leads to another size. */
export function ReasonChoice({ value, onChoose, error }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={styles.legend}>Why are you returning it?</legend>
      {ReturnReason.options.map((reason) => (
        <div key={reason} className={styles.reason}>
          <Checkbox
            type="radio"
            name="return-reason"
            checked={value === reason}
            onChange={() => onChoose(reason)}
          >
            {reason}
            {reason === 'Size issue' && <span className={styles.hint}>exchange instead</span>}
          </Checkbox>
        </div>
      ))}
      {error && (
        <p className={styles.error} id={id} role="alert">
          <Icon name="alert" size="s" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
