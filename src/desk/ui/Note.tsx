import { Icon } from './Icon.tsx'
import styles from './Note.module.css'

type Props = { kind: 'info' | 'warn' | 'bad'; children: string }

/** A message that stays in the page until it is settled. */
export function Note({ kind, children }: Props) {
  return (
    <div className={styles.note} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={kind === 'info' ? 'info' : 'alert'} />
      <p>{children}</p>
    </div>
  )
}
