import { startTransition, useEffect, useState } from 'react'

import { whenIdle } from './whenIdle.ts'

let hasRested = false

/**
 * False until the document has loaded and the browser has rested once: what no first sight needs
 * waits for it, and does not wait again on later pages.
 */
export function useIsRested(): boolean {
  const [isRested, setIsRested] = useState(false)
  useEffect(() => {
    const go = () => {
      hasRested = true
      // In pieces: a tap between two of them does not wait for the others.
      startTransition(() => setIsRested(true))
    }
    if (!hasRested) return whenIdle(go)
    go()
    return undefined
  }, [])
  return isRested
}
