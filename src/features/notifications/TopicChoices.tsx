import type { Topic } from '#contract/notification.ts'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import styles from './TopicChoices.module.css'

type Props = { topics: Topic[]; onChange: (topics: Topic[]) => void; isDisabled?: boolean }

const words = {
  orders: ['Order updates', 'Every step, and when your delivery agent arrives'],
  restock: ['Back in stock', 'For sizes you asked to be notified about'],
  price: ['Price drops', 'For items in your wishlist'],
  offers: ['Offers', 'A few a week, never at night'],
} as const satisfies Record<Topic, readonly [string, string]>

const all = Object.entries(words) as [Topic, readonly [string, string]][]

/** What one wants to hear of. */
export function TopicChoices({ topics, onChange, isDisabled }: Props) {
  const withOrWithout = (topic: Topic) =>
    topics.includes(topic) ? topics.filter((one) => one !== topic) : [...topics, topic]
  return (
    <ul>
      {all.map(([topic, [title, more]]) => (
        <li key={topic} className={styles.topic}>
          <Checkbox
            checked={topics.includes(topic)}
            disabled={isDisabled}
            onChange={() => onChange(withOrWithout(topic))}
          >
            <span>
              <b className={styles.title}>{title}</b>
              <span className={styles.more}>{more}</span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
