import styles from './CarouselDots.module.css'

type Props = {
  count: number
  /** The one that shows, from 0. */
  index: number
  /** What each stands for, such as Photo. */
  noun: string
  onChoose: (index: number) => void
}

/** Where a strip of pictures stands, and a way to another of them. */
export function CarouselDots({ count, index, noun, onChoose }: Props) {
  if (count < 2) return null
  return (
    <ol className={styles.dots}>
      {Array.from({ length: count }, (_, place) => (
        <li key={place}>
          <button
            type="button"
            className={styles.dot}
            aria-label={`${noun} ${place + 1} of ${count}`}
            aria-current={place === index || undefined}
            onClick={() => onChoose(place)}
          />
        </li>
      ))}
    </ol>
  )
}
