import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

import { texts } from '#desk/ui/texts.ts'

type Props = {
  title: string
  onClose: () => void
  /** The width on a desktop, in pixels; on a phone a dialog is as wide as the screen. */
  size?: number
  children: ReactNode
}

/** A dialog that is open as long as it is rendered. The focus then goes back to where it was. */
export function Dialog({ title, onClose, size = 480, children }: Props) {
  useEffect(() => {
    const opener = document.activeElement
    return () => returnFocus(opener)
  }, [])
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {children}
    </Modal>
  )
}

/**
 * What opened the dialog may be gone, or may appear again only after the page has been drawn. A page that has taken its
 * place meanwhile may have the focus in a field.
 */
function returnFocus(opener: Element | null): void {
  requestAnimationFrame(() => {
    const hasMoved = document.activeElement !== document.body
    if (hasMoved || document.querySelector('[aria-modal="true"]')) return
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    const target = opener instanceof HTMLElement && opener.isConnected ? opener : heading
    target?.focus()
  })
}
