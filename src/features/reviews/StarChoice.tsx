import { Icon } from '#ui/Icon.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import styles from './StarChoice.module.css'

type Props = { stars: number; onChoose: (stars: number) => void }

const all = [1, 2, 3, 4, 5]

/** One to five stars; as radios, so that arrow keys go along them. */
export function StarChoice({ stars, onChoose }: Props) {
  return (
    <fieldset>
      <legend className={styles.legend}>How do you like it?</legend>
      <div className={styles.stars}>
        {all.map((nth) => (
          <label key={nth} className={styles.star} data-full={nth <= stars || undefined}>
            <input
              type="radio"
              name="stars"
              value={nth}
              checked={nth === stars}
              onChange={() => onChoose(nth)}
            />
            <Spoken>{nth === 1 ? '1 star' : `${nth} stars`}</Spoken>
            <Icon name={nth <= stars ? 'star-filled' : 'star'} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
