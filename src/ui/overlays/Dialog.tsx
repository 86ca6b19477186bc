import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import { IconButton } from '#ui/forms/IconButton.tsx'
import styles from './Dialog.module.css'
import { useLayer } from './useLayer.ts'

/**
 * Thresholds for the height that the window loses to an on-screen keyboard, to detect its opening
 * and its closing.
 */
const appearsAbovePx = 150
const staysAbovePx = 120

/** The height of the window above an on-screen keyboard, in px; undefined while there is none. */
function useHeightAboveKeyboard(): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    // Pinch zoom makes the visual viewport smaller too.
    const size = () => ({ width: view.width * view.scale, height: view.height * view.scale })
    let full = size()
    const measure = () => {
      const now = size()
      // The device was rotated.
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
  /** The main action, below the scrolling content. */
  footer?: ReactNode
  /**
   * Goes back one step within the dialog, also on the browser's Back; shows an arrow before the
   * title.
   */
  onBack?: () => void
  /**
   * `sheet` slides in from below on phones, `drawer` from the right, `full` fills a phone's screen.
   */
  shape?: 'sheet' | 'drawer' | 'full'
  width?: 'narrow' | 'wide'
}

/** When a dialog was closed last, by `performance.now()`. */
let closedAt = -Infinity
const replacementMs = 50

/**
 * A modal dialog in the top layer: it traps focus, closes on Escape, on Back and on a click beside
 * it, and restores focus. It is open as long as it is rendered.
 */
export function Dialog({ title, onClose, children, footer, onBack, ...look }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const heightAboveKeyboard = useHeightAboveKeyboard()
  useLayer(onClose, onBack)
  // Closed before it is removed, because only then does the browser restore focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) {
      // A dialog that replaces another one does not slide in again.
      dialog.toggleAttribute('data-follows', performance.now() - closedAt < replacementMs)
      dialog.showModal()
      // `showModal` focuses the first button, because a field with autofocus was not rendered yet.
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
      // On phones the keyboard covers the lower edge of the window.
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

/** The last one opened is on top, except that it stays below an alert that covers everything. */
function keepAlertOnTop(): void {
  const alert = document.querySelector<HTMLDialogElement>('dialog[role="alertdialog"][open]')
  alert?.close()
  alert?.showModal()
}
