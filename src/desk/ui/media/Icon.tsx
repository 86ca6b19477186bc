import styles from './Icon.module.css'
import deskIcons from './icons.svg'

type Props = {
  /** A symbol of the desk's own icons, whose names begin with `d-`, or of the store's sprite. */
  name: string
  size?: 'xs' | 's' | 'm' | 'l'
}

/** A decorative icon: the text is beside it, or is the label of its button. */
export function Icon({ name, size = 'm' }: Props) {
  const file = name.startsWith('d-') ? deskIcons : '/images/sprite.svg'
  return (
    <svg className={styles.icon} data-size={size} aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  )
}
