import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the page where it would be lost: when a dialog closes and the button that opened it is
 * gone (the order was delivered meanwhile, for example), and when the next page does not have the link that
 * was followed. Otherwise the browser keeps or restores the focus.
 */
export function useRecoverLostFocus(pathname: string): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const dialog = target instanceof Element ? target.closest('dialog') : null
      // Adding the same listener again has no effect.
      dialog?.addEventListener('close', recoverLostFocus)
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [])

  const before = useRef(pathname)
  useEffect(() => {
    // A first page leaves the focus where the browser has it: before the header.
    if (before.current !== pathname) recoverLostFocus()
    before.current = pathname
  }, [pathname])
}

/** Deferred, because the opener may be removed in the same task as the dialog. */
function recoverLostFocus(): void {
  setTimeout(focusPageIfLost)
}

function focusPageIfLost(): void {
  const isLost = document.activeElement === document.body
  if (isLost && !document.querySelector('dialog[open]'))
    document.querySelector('main')?.focus({ preventScroll: true })
}

/**
 * Scrolls a rail to the link or button in it that gets focus from the keyboard: browsers leave one
 * that is only partly visible where it is.
 */
export function useRevealFocus(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches('a:focus-visible, button:focus-visible'))
        scrollRailTo(target)
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [])
}

const isRail = (box: Element) =>
  box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === 'auto'

function scrollRailTo(item: Element): void {
  let rail = item.parentElement
  while (rail && !isRail(rail)) rail = rail.parentElement
  if (!rail) return
  const padding = parseFloat(getComputedStyle(rail).scrollPaddingInlineStart) || 0
  const [frame, target] = [rail.getBoundingClientRect(), item.getBoundingClientRect()]
  const afterEnd = target.right + padding - frame.right
  const beforeStart = target.left - padding - frame.left
  if (afterEnd > 0) rail.scrollLeft += afterEnd
  else if (beforeStart < 0) rail.scrollLeft += beforeStart
}
