import { useEffect } from 'react'

/** Prevents the page from scrolling under a menu. */
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
