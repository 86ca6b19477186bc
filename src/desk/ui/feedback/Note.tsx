import { Icon } from '#desk/ui/media/Icon.tsx'
import styles from './Note.module.css'

type Props = {
  kind: 'info' | 'warn' | 'bad'
  /** Instead of the usual one of the kind. */
  icon?: string
  children: string
}

/** A message that stays in the page until it is settled. */
export function Note({ kind, icon = kind === 'info' ? 'info' : 'alert', children }: Props) {
  return (
    <div className={styles.note} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <p>{children}</p>
    </div>
  )
}
