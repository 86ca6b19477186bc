import { useEffect, useState } from 'react'

/** A loss of height above this is a keyboard; once it is there, above the second it still is. */
const appearsAbovePx = 150
const staysAbovePx = 120

/** The height in px that an on-screen keyboard leaves of the window; undefined while there is none. */
export function useHeightAboveKeyboard(): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const view = globalThis.visualViewport
    if (!view) return
    // Two fingers that zoom in make the visible part smaller, too, and are no keyboard.
    const size = () => ({ width: view.width * view.scale, height: view.height * view.scale })
    let full = size()
    const measure = () => {
      const now = size()
      // The phone was turned.
      if (Math.abs(now.width - full.width) > 1) full = now
      const lost = full.height - now.height
      setHeight((before) =>
        lost > (before === undefined ? appearsAbovePx : staysAbovePx) ? now.height : undefined,
      )
    }
    view.addEventListener('resize', measure)
    return () => view.removeEventListener('resize', measure)
  }, [])
  return height
}
