import type { ReactNode } from 'react'

import { Icon } from '#ui/Icon.tsx'
import { Panel } from '#ui/Panel.tsx'
import styles from './DeliveringTo.module.css'

type Props = {
  /** Undefined as long as nothing was chosen. */
  text: string | undefined
  problem?: string | undefined
  /** The way to another place. */
  change?: ReactNode
}

/** Where the parcel goes. */
export function DeliveringTo({ text, problem, change }: Props) {
  return (
    <Panel title="Delivering to" aside={change}>
      <p className={styles.text}>{text ?? 'No address chosen yet'}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          <Icon name="alert" size="s" />
          {problem}
        </p>
      )}
    </Panel>
  )
}
