import { Icon } from '#ui/media/Icon.tsx'
import styles from './PlaceRow.module.css'

type Props = { icon: string; name: string; note: string; onChoose: () => void }

/** A place to choose from a list: what it is called, and where that is. */
export function PlaceRow({ icon, name, note, onChoose }: Props) {
  return (
    <li>
      <button type="button" className={styles.place} onClick={onChoose}>
        <Icon name={icon} />
        <span>
          <b>{name}</b> <small>{note}</small>
        </span>
      </button>
    </li>
  )
}
