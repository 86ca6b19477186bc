import { useEffect, useState } from 'react'

/** A loss of height above this is a keyboard; once it is there, above the second it still is. */
const appearsAbovePx = 150
const staysAbovePx = 120

/** Whether an on-screen keyboard takes a part of the window. */
export function useKeyboardHeight(): boolean {
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    const full = view.height
    const measure = () => {
      const lost = full - view.height
      setIsThere((before) => lost > (before ? staysAbovePx : appearsAbovePx))
    }
    view.addEventListener('resize', measure)
    return () => view.removeEventListener('resize', measure)
  }, [])
  return isThere
}
