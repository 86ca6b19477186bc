import { useEffect } from 'react'

/** While a menu covers the page, the page below it does not scroll. */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
    }
  }, [isLocked])
}
