import styles from './CarouselDots.module.css'

type Props = {
  count: number
  /** Index of the visible image. */
  index: number
  /** What an image is called, such as Photo. */
  noun: string
  onChoose: (index: number) => void
}

/** Dots that show the position in a carousel and move to another image. */
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
