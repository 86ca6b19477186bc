import { useEffect, useRef } from 'react'

import { Button } from '#ui/Button.tsx'
import styles from './LoadMore.module.css'

type Props = { onMore: () => void }

/** How far below the window the next page is asked for. */
const ahead = '800px'

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
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
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
