import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import { IconButton } from '#ui/forms/IconButton.tsx'
import styles from './Dialog.module.css'
import { useLayer } from './useLayer.ts'

/** A loss of height above this is a keyboard; once it is there, above the second it still is. */
const appearsAbovePx = 150
const staysAbovePx = 120

/** The height in px that an on-screen keyboard leaves of the window; undefined while there is none. */
function useHeightAboveKeyboard(): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    // Two fingers that zoom in make the visible part smaller, too, and are no keyboard.
    const size = () => ({ width: view.width * view.scale, height: view.height * view.scale })
    let full = size()
    const measure = () => {
      const now = size()
      // The phone was turned.
      if (Math.abs(now.width - full.width) > 1) full = now
      const lost = full.height - now.height
      setHeight((before) =>
        lost > (before === undefined ? appearsAbovePx : staysAbovePx) ? now.height : undefined,
      )
    }
    view.addEventListener('resize', measure)
    return () => view.removeEventListener('resize', measure)
  }, [])
  return height
}

type Props = {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** The one step it leads to, below what scrolls. */
  footer?: ReactNode
  /** Steps back within the dialog, as the browser's Back then does; shows an arrow before the title. */
  onBack?: () => void
  /** `sheet` comes from below on phones, `drawer` from the right, `full` fills a phone. */
  shape?: 'sheet' | 'drawer' | 'full'
  width?: 'narrow' | 'wide'
}

/** When a dialog was closed last, by `performance.now()`. */
let closedAt = -Infinity
const followsWithinMs = 50

/**
 * A modal in the platform's top layer: it holds the focus, closes on Escape, on Back and on the ground
 * beside it, and gives the focus back. It is open as long as it is drawn.
 */
export function Dialog({ title, onClose, children, footer, onBack, ...look }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const heightAboveKeyboard = useHeightAboveKeyboard()
  useLayer(onClose, onBack)
  // Closed while it still stands in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) {
      // What takes the place of another does not slide in a second time.
      dialog.toggleAttribute('data-follows', performance.now() - closedAt < followsWithinMs)
      dialog.showModal()
      // Opening moves the focus to the first button; a field that asked for it was not there yet.
      dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
      keepAlertOnTop()
    }
    return () => {
      dialog?.close()
      closedAt = performance.now()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-shape={look.shape ?? 'sheet'}
      data-width={look.width ?? 'narrow'}
      data-keyboard={heightAboveKeyboard !== undefined || undefined}
      // Phones lay the keyboard over the page: it would hide what stands at the window's lower edge.
      style={{ blockSize: heightAboveKeyboard }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          {onBack && <IconButton icon="back" label="Back" onClick={onBack} />}
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/** What was opened last is on top; but an alert that covers everything stays above this. */
function keepAlertOnTop(): void {
  const alert = document.querySelector<HTMLDialogElement>('dialog[role="alertdialog"][open]')
  alert?.close()
  alert?.showModal()
}
