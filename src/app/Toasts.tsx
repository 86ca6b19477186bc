import { type Toast, toast as notify, useToaster } from 'react-hot-toast/headless'
import { type ReactNode, useEffect, useRef } from 'react'

import * as rules from '#contract/rules.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './Toasts.module.css'

const icons: Partial<Record<Toast['type'], string>> = { error: 'alert', blank: 'info' }

/**
 * The toasts, above the bars. They are in a popover, because an open dialog would cover anything else. The
 * duration of a toast starts when it is rendered, which a busy phone may do seconds later.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster({ duration: Infinity })
  const shown = toasts.filter(({ visible }) => visible)
  const pause = { onMouseEnter: handlers.startPause, onMouseLeave: handlers.endPause }
  return (
    <>
      <ToastStack {...pause} toasts={shown.filter(({ position }) => !position)} />
      <ToastStack {...pause} toasts={shown.filter(({ position }) => position)} isInCorner />
    </>
  )
}

type Props = {
  toasts: Toast[]
  isInCorner?: boolean
  onMouseEnter: () => void
  onMouseLeave: () => void
}

function ToastStack({ toasts, isInCorner, ...pause }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (toasts.length > 0) box.current?.showPopover?.()
    else box.current?.hidePopover?.()
  }, [toasts.length])

  return (
    <div
      ref={box}
      popover="manual"
      className={styles.toasts}
      data-floating
      data-corner={isInCorner}
      {...pause}
    >
      {toasts.map((toast) => (
        <ToastText key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastText({ toast }: { toast: Toast }) {
  const { id, type, message, position, ariaProps } = toast
  useEffect(() => {
    const send = type === 'error' || type === 'success' ? notify[type] : notify
    const duration = durationOf({ position, ariaProps })
    // The same id updates the toast.
    send(message, { id, duration, ariaProps, ...(position && { position }) })
  }, [id, type, message, position, ariaProps])

  return (
    <p className={styles.toast} data-type={type} role={ariaProps.role}>
      <Icon name={icons[type] ?? 'check'} size="s" />
      <span>{message as ReactNode}</span>
    </p>
  )
}

function durationOf({ position, ariaProps }: Pick<Toast, 'position' | 'ariaProps'>): number {
  const { longMs, shortMs, alertMs } = rules.toast
  if (ariaProps.role === 'alert') return alertMs
  return position ? shortMs : longMs
}
