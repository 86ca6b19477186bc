import type { ReactNode } from 'react'

import { Icon } from '#ui/Icon.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './DeliveringTo.module.css'

type Props = {
  /** Undefined as long as nothing was chosen. */
  text: string | undefined
  /** What was chosen is not known yet. */
  isWaiting?: boolean
  problem?: string | undefined
  /** The way to another place. */
  change?: ReactNode
}

/** Where the parcel goes. */
export function DeliveringTo({ text, isWaiting = false, problem, change }: Props) {
  return (
    <Panel title="Delivering to" aside={change}>
      {text === undefined && isWaiting ? (
        <Skeleton shape="line" />
      ) : (
        <p className={styles.text}>{text ?? 'No address chosen yet'}</p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          <Icon name="alert" size="s" />
          {problem}
        </p>
      )}
    </Panel>
  )
}
