import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'

import { CarouselDots, useSnapCarousel } from '#ui/media/Carousel.tsx'
import styles from './Slideshow.module.css'
import type { Slide } from './home.ts'

type Props = {
  label: string
  /** Undefined while they load; the space is reserved. */
  slides: Slide[] | undefined
  /** Renders a title or a text. */
  renderText: (text: string) => ReactNode
  /** Set if its first image is the first of the page. */
  isFirst?: boolean
}

/** A carousel of wide images with text on them. It never moves by itself. */
export function Slideshow({ label, slides, renderText, isFirst }: Props) {
  const { ref, index, onScroll, show } = useSnapCarousel()
  /** Most shoppers see only the first image, so the others load when the carousel is first touched. */
  const [wasTouched, setWasTouched] = useState(false)
  const touch = () => setWasTouched(true)
  if (slides?.length === 0) return null

  return (
    <section
      className={styles.slideshow}
      data-first={isFirst || undefined}
      aria-label={label}
      onPointerEnter={touch}
      onFocus={touch}
    >
      <div className={styles.strip} ref={ref} onScroll={onScroll}>
        {slides?.map(({ content, desktop, mobile }, index) => (
          <Link
            key={content._id}
            to={content.link}
            className={styles.slide}
            data-light={content.isLight || undefined}
          >
            {mobile && (index === 0 || wasTouched) && (
              <picture>
                <source srcSet={desktop} media="(width >= 37.5em)" />
                <img
                  className={styles.image}
                  src={mobile}
                  alt=""
                  loading={isFirst && index === 0 ? undefined : 'lazy'}
                  fetchPriority={isFirst && index === 0 ? 'high' : undefined}
                  decoding="async"
                />
              </picture>
            )}
            <span className={styles.caption}>
              <strong className={styles.title}>{renderText(content.title)}</strong>
              <span className={styles.text}>{renderText(content.text)}</span>
              <span className={styles.action}>{content.action}</span>
            </span>
          </Link>
        )) ?? <span className={styles.slide} />}
      </div>
      <div className={styles.dots} data-light={slides?.[index]?.content.isLight || undefined}>
        <CarouselDots count={slides?.length ?? 0} index={index} itemName="Slide" onChoose={show} />
      </div>
    </section>
  )
}
