import { type ReactNode, useEffect, useRef } from 'react'

import { IconButton } from '#ui/forms/IconButton.tsx'
import { useLayer } from '#ui/overlays/useLayer.ts'
import styles from './FullMenu.module.css'
import { useCloseRequest } from './useCloseRequest.ts'
import { useScrollLock } from './useScrollLock.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A menu over the whole screen of a phone, above the tab bar, which stays. */
export function FullMenu({ title, onClose, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useScrollLock(true)
  useCloseRequest(onClose)
  useLayer(onClose)
  useEffect(() => heading.current?.focus(), [title])

  return (
    <section
      className={styles.menu}
      aria-label={title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {children}
    </section>
  )
}
