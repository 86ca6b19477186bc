import { Icon } from '#ui/media/Icon.tsx'
import styles from './FactStrip.module.css'

const facts = [
  { icon: 'clock', title: '60 mins', text: 'to your door' },
  { icon: 'hanger', title: 'Try & Buy', text: 'two sizes, in Indore' },
  { icon: 'return', title: '24 hours', text: 'return window' },
]

/** What is special about this store, in three lines. */
export function FactStrip() {
  return (
    <ul className={styles.facts}>
      {facts.map(({ icon, title, text }) => (
        <li key={title} className={styles.fact}>
          <Icon name={icon} />
          <span>
            <b>{title}</b>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}
