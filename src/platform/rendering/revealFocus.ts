import { useEffect } from 'react'

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
  const [shown, wanted] = [rail.getBoundingClientRect(), item.getBoundingClientRect()]
  const afterEnd = wanted.right + padding - shown.right
  const beforeStart = wanted.left - padding - shown.left
  if (afterEnd > 0) rail.scrollLeft += afterEnd
  else if (beforeStart < 0) rail.scrollLeft += beforeStart
}
