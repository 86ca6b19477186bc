import { type ReactNode, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { Icon } from '#ui/media/Icon.tsx'
import styles from './HeaderMenu.module.css'
import { useScrollLock } from './useScrollLock.ts'

type Props = { title: string; children: ReactNode }

/** A menu under the header: opens on hover, on a click and by keys; the arrow down leads in, Escape and leaving close it. */
export function HeaderMenu({ title, children }: Props) {
  const { key } = useLocation()
  // Open at one place: following a link out of it closes it, also for who comes back.
  const [openAt, setOpenAt] = useState<string | null>(null)
  if (openAt !== null && openAt !== key) setOpenAt(null)
  const isOpen = openAt === key
  const setIsOpen = (open: boolean) => setOpenAt(open ? key : null)
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  /** The mouse has just opened it: the click that follows means the same. */
  const isByHover = useRef(false)
  useScrollLock(isOpen)

  return (
    <div
      className={styles.menu}
      onPointerEnter={({ pointerType }) => {
        isByHover.current = pointerType === 'mouse'
        if (isByHover.current) setIsOpen(true)
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
      onKeyDown={(event) => {
        // What comes next is the panel's own: `moveInPanel`.
        if (event.key === 'ArrowDown' && event.target === button.current) {
          event.preventDefault()
          event.currentTarget.querySelector('a')?.focus()
          setIsOpen(true)
        }
        if (event.key !== 'Escape' || !isOpen) return
        setIsOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.title}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => {
          setIsOpen(isByHover.current || !isOpen)
          isByHover.current = false
        }}
      >
        {title}
        <Icon name="chevron-down" size="xs" />
      </button>
      <div id={panelId} className={styles.panel} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}
