import { useEffect } from 'react'

/**
 * Focuses the page when a dialog closes whose opener is gone: an order was delivered meanwhile, or
 * notifications are on and no longer offered. Otherwise the browser restores the focus.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const dialog = target instanceof Element ? target.closest('dialog') : null
      // Adding the same listener again has no effect.
      dialog?.addEventListener('close', keepFocus)
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [])
}

/** Deferred, because the opener may be removed in the same task as the dialog. */
const keepFocus = () => setTimeout(focusPageIfLost)

function focusPageIfLost(): void {
  const isLost = document.activeElement === document.body
  if (isLost && !document.querySelector('dialog[open]'))
    document.querySelector('main')?.focus({ preventScroll: true })
}
