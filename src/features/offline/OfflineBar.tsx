import { useLayoutEffect, useRef } from 'react'

import { Icon } from '#ui/media/Icon.tsx'
import type { Elements } from '#ui/elements.tsx'
import styles from './OfflineBar.module.css'

type Props = { text: string; children?: Elements; onRetry?: () => void }

/** The state of the connection in one line above the page. The sticky header stays below it. */
export function OfflineBar({ text, children, onRetry }: Props) {
  const barRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (barRef.current ? reserveTop(barRef.current) : undefined), [])
  return (
    <div className={styles.bar} role="status" ref={barRef}>
      <Icon name="wifi-off" size="s" />
      <span>{text}</span>
      {children}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Keeps the height of the bar in `--offline-h`: on a narrow screen or with large text it has two lines. */
function reserveTop(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  // The document kept this place (`src/loader.ts`).
  style.paddingTop = ''
  const observer = new ResizeObserver(() =>
    style.setProperty('--offline-h', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--offline-h')
  }
}
