import { useEffect, useRef } from 'react'

import { Button } from '#ui/Button.tsx'
import styles from './LoadMore.module.css'

type Props = { onMore: () => void }

/** How far below the window the next page is asked for; who is below it, in the footer, asks for none. */
const ahead = '0px 0px 1400px'

/**
 * More above the footer leaves the window where it is. A browser that sees nothing but the footer and
 * this would hold on to the footer, so that the end stays in sight and brings the whole list.
 */
function grow(more: () => void) {
  const { style } = document.documentElement
  style.overflowAnchor = 'none'
  more()
  requestAnimationFrame(() => requestAnimationFrame(() => style.removeProperty('overflow-anchor')))
}

/** The end of what is loaded: coming near it brings more, and so does the button. */
export function LoadMore({ onMore }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (!box.current) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) grow(latest.current)
      },
      { rootMargin: ahead },
    )
    seen.observe(box.current)
    return () => seen.disconnect()
  }, [])

  return (
    <div className={styles.more} ref={box}>
      <Button variant="line" onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
