import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { IconButton } from '#ui/forms/Button.tsx'
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
      const coveredPx = full.height - now.height
      setHeight((before) =>
        coveredPx > (before === undefined ? appearsAbovePx : staysAbovePx) ? now.height : undefined,
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
   * Goes back one step within the dialog, even on the browser's Back; shows an arrow before the
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

/** The id of the title in the enclosing frame; null outside a frame. */
const FrameContext = createContext<string | null>(null)

/**
 * One `<dialog>` element for dialogs that replace each other, such as a loading state and the
 * dialog that was loading. Focus stays in it, a screen reader announces it once, and closing it
 * restores focus to where it was before the first of them. It is open while a `Dialog` is rendered
 * in it.
 */
export function DialogFrame({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const heightAboveKeyboard = useHeightAboveKeyboard()
  // Closed before it is removed, because only then does the browser restore focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-keyboard={heightAboveKeyboard !== undefined || undefined}
      // On phones the keyboard covers the lower edge of the window.
      style={{ blockSize: heightAboveKeyboard }}
      aria-labelledby={titleId}
    >
      <FrameContext value={titleId}>{children}</FrameContext>
    </dialog>
  )
}

/**
 * A modal dialog in the top layer: it traps focus, closes on Escape, on Back and on a click beside
 * it, and restores focus. It is open as long as it is rendered.
 */
export function Dialog(props: Props) {
  const titleId = useContext(FrameContext)
  if (titleId) return <DialogBox titleId={titleId} {...props} />
  return (
    <DialogFrame>
      <Dialog {...props} />
    </DialogFrame>
  )
}

type DialogBoxProps = Props & { titleId: string }

function DialogBox({ titleId, title, onClose, children, footer, onBack, ...look }: DialogBoxProps) {
  const { shape = 'sheet', width = 'narrow' } = look
  const ref = useRef<HTMLDivElement>(null)
  useLayer(onClose, onBack)
  useEffect(() => {
    const dialog = ref.current?.closest('dialog')
    let pressed: EventTarget | null = dialog ?? null
    const press = ({ target }: Event) => (pressed = target)
    const close = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      onClose()
    }
    // Selecting text may end beside the dialog, and a double-click may have opened it.
    const click = (event: MouseEvent) => {
      if (pressed === dialog && event.detail < 2) close(event)
    }
    dialog?.addEventListener('cancel', close)
    dialog?.addEventListener('pointerdown', press)
    dialog?.addEventListener('click', click)
    return () => {
      dialog?.removeEventListener('cancel', close)
      dialog?.removeEventListener('pointerdown', press)
      dialog?.removeEventListener('click', click)
    }
  }, [onClose])
  useLayoutEffect(() => {
    Object.assign(ref.current?.closest('dialog')?.dataset ?? {}, { shape, width })
  }, [shape, width])
  useLayoutEffect(() => {
    const dialog = ref.current?.closest('dialog')
    if (dialog) open(dialog)
    return () => {
      closedAt = performance.now()
      // Unless another one is rendered in its place.
      queueMicrotask(() => {
        if (!dialog?.hasChildNodes()) dialog?.close()
      })
    }
  }, [])

  return (
    <div className={styles.box} ref={ref}>
      <header className={styles.head}>
        {onBack && <IconButton icon="back" label="Back" onClick={onBack} />}
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {/* A dialog opened from this one gets a frame of its own. */}
      <FrameContext value={null}>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </FrameContext>
    </div>
  )
}

function open(dialog: HTMLDialogElement): void {
  // A dialog that replaces another one does not slide in again.
  const isReplacement = dialog.open || performance.now() - closedAt < replacementMs
  dialog.toggleAttribute('data-replacement', isReplacement)
  if (!dialog.open) {
    dialog.showModal()
    keepAlertOnTop()
  }
  // `showModal` focuses the first button, because a field with autofocus was not rendered yet.
  const first =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('button')
  first?.focus()
}

/** The dialog opened last is on top, except that it stays below an alert that covers everything. */
function keepAlertOnTop(): void {
  const alert = document.querySelector<HTMLDialogElement>('dialog[role="alertdialog"][open]')
  alert?.close()
  alert?.showModal()
}
