import type { BoardState } from '#contract/staff/orderMoves.ts'
import { Icon } from './media/Icon.tsx'
import { stateLooks, stateNames } from './orderStates.ts'
import styles from './StateBadge.module.css'

type Props = {
  state: BoardState
  /** What the state is called here, if not as everywhere. */
  name?: string | undefined
}

/** The state of an order. */
export function StateBadge({ state, name = stateNames[state] }: Props) {
  const { icon, hue } = stateLooks[state]
  return (
    <span className={`${styles.hue} ${styles.state}`} data-hue={hue}>
      <Icon name={icon} size="s" />
      <span>{name}</span>
    </span>
  )
}
