import { rules } from '#contract/rules.ts'
import type { DeliveryAgent } from '#contract/order.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './AgentCard.module.css'
import type * as v from 'valibot'

type Props = { agent: v.InferOutput<typeof DeliveryAgent> }

const { prefix } = rules.phone

/** Who brings it, and how to reach them. */
export function AgentCard({ agent: { name, contactNumber } }: Props) {
  const initials = name
    .split(' ')
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
  return (
    <section className={styles.card} aria-label="Delivery agent">
      <span className={styles.face} aria-hidden="true">
        {initials}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.more}>Delivery agent</p>
        <p className={styles.more}>
          {prefix} {contactNumber}
        </p>
      </div>
      <a className={styles.call} href={`tel:${prefix}${contactNumber}`}>
        <Icon name="phone" size="s" />
        Call
      </a>
    </section>
  )
}
