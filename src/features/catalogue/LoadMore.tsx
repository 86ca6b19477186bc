import { useEffect, useRef } from 'react'

import { Button } from '#ui/forms/Button.tsx'
import styles from './LoadMore.module.css'

type Props = {
  onMore: () => void
  /** More comes when it is asked for only: who wants what stands below has a rest from it. */
  isByHand: boolean
}

/** How far below the window the next page is asked for. */
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
export function LoadMore({ onMore, isByHand }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  useEffect(() => {
    if (isByHand || !box.current) return
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) grow(latest.current)
      },
      { rootMargin: ahead },
    )
    seen.observe(box.current)
    return () => seen.disconnect()
  }, [isByHand])

  /** The button goes as more comes: who came to it by the keyboard goes on from the last card. */
  const growByHand = () => {
    const cards = box.current?.parentElement?.querySelectorAll<HTMLElement>('article a')
    cards?.item(cards.length - 1).focus({ preventScroll: true })
    grow(onMore)
  }

  return (
    <div className={styles.more} ref={box}>
      <Button variant="line" onClick={growByHand}>
        Load more
      </Button>
    </div>
  )
}
