import { type RefObject, useEffect, useRef, useState } from 'react'

import styles from './Carousel.module.css'

type SnapCarousel = {
  ref: RefObject<HTMLDivElement | null>
  /** Index of the image that is shown, from 0. */
  index: number
  onScroll: () => void
  /** Scrolls smoothly; the index follows the scroll position. */
  show: (index: number) => void
  /** Scrolls without animation. */
  jump: (index: number) => void
}

/** A carousel that the shopper scrolls and that snaps to an image. */
export function useSnapCarousel(startAt = 0): SnapCarousel {
  const ref = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(startAt)
  useEffect(() => {
    if (ref.current && startAt > 0) ref.current.scrollLeft = startAt * ref.current.clientWidth
  }, [startAt])

  return {
    ref,
    index,
    onScroll: () => {
      const { scrollLeft = 0, clientWidth = 0 } = ref.current ?? {}
      if (clientWidth > 0) setIndex(Math.round(Math.abs(scrollLeft) / clientWidth))
    },
    show: (target) => {
      const { clientWidth = 0 } = ref.current ?? {}
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      ref.current?.scrollTo({
        left: target * clientWidth,
        behavior: isStill ? 'instant' : 'smooth',
      })
    },
    jump: (target) => {
      setIndex(target)
      if (ref.current) ref.current.scrollLeft = target * ref.current.clientWidth
    },
  }
}

type Props = {
  count: number
  /** Index of the visible image. */
  index: number
  /** Names an image in its accessible label, such as Photo. */
  itemName: string
  onChoose: (index: number) => void
}

/** Dots that show the position in a carousel and move to another image. */
export function CarouselDots({ count, index, itemName, onChoose }: Props) {
  if (count < 2) return null
  return (
    <ol className={styles.dots}>
      {Array.from({ length: count }, (_, dot) => (
        <li key={dot}>
          <button
            type="button"
            className={styles.dot}
            aria-label={`${itemName} ${dot + 1} of ${count}`}
            aria-current={dot === index || undefined}
            onClick={() => onChoose(dot)}
          />
        </li>
      ))}
    </ol>
  )
}
