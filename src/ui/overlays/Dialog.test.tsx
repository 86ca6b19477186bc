import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { Dialog } from './Dialog.tsx'

/** The visual viewport; a keyboard, a pinch or rotating the phone changes it. */
class Visible extends EventTarget {
  width = 390
  height = 800
  scale = 1

  become(size: Partial<Pick<Visible, 'width' | 'height' | 'scale'>>) {
    Object.assign(this, size)
    act(() => void this.dispatchEvent(new Event('resize')))
  }
}

function show() {
  const visible = new Visible()
  vi.stubGlobal('visualViewport', visible)
  render(
    <Dialog title="Coupons" onClose={() => undefined}>
      <input />
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Coupons' })
  return { visible, isSmall: () => dialog.hasAttribute('data-keyboard'), dialog }
}

afterEach(() => vi.unstubAllGlobals())

test('a keyboard of more than 150 px shrinks the dialog, and it stays small above 120 px [shell.28]', () => {
  const { visible, isSmall, dialog } = show()
  expect(isSmall()).toBe(false)

  visible.become({ height: 650 })
  expect(isSmall()).toBe(false)
  visible.become({ height: 649 })
  expect(isSmall()).toBe(true)
  // The dialog stands above the keyboard, not behind it.
  expect(dialog).toHaveStyle({ blockSize: '649px' })

  visible.become({ height: 679 })
  expect(isSmall()).toBe(true)
  visible.become({ height: 680 })
  expect(isSmall()).toBe(false)
  visible.become({ height: 670 })
  expect(isSmall()).toBe(false)
})

test('a pinch zoom and a rotation do not count as a keyboard [shell.28]', () => {
  const { visible, isSmall } = show()

  visible.become({ width: 195, height: 400, scale: 2 })
  expect(isSmall()).toBe(false)
  visible.become({ width: 800, height: 390, scale: 1 })
  expect(isSmall()).toBe(false)
  visible.become({ height: 230 })
  expect(isSmall()).toBe(true)
})

test('a click beside the dialog closes it; a selection that ends there and a double-click do not [shell.28]', () => {
  const close = vi.fn()
  render(
    <Dialog title="Coupons" onClose={close}>
      <input />
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Coupons' })

  fireEvent.pointerDown(screen.getByRole('textbox'))
  fireEvent.click(dialog, { detail: 1 })
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog, { detail: 2 })
  expect(close).not.toHaveBeenCalled()

  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog, { detail: 1 })
  expect(close).toHaveBeenCalledOnce()
})
