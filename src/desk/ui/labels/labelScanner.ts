import { useEffect, useEffectEvent } from 'react'

/** A hand scanner types a code within milliseconds; after a longer pause another code begins. */
const pauseMs = 400
const shortestCode = 3

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/**
 * Calls `onScan` with the code that a hand scanner types anywhere on the page, followed by Enter. What is typed into a
 * field stays the field's.
 */
export function useLabelScanner(onScan: (code: string) => void, isActive = true): void {
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    if (!isActive) return
    let typed = ''
    let typedAt = 0
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event
      if (event.ctrlKey || event.altKey || event.metaKey || isField(target)) return
      const now = Date.now()
      if (now - typedAt > pauseMs) typed = ''
      typedAt = now
      if (key === 'Enter') {
        const code = typed
        typed = ''
        if (code.length < shortestCode) return
        // Enter would press the button that has the focus, and a space of a code as well.
        event.preventDefault()
        scanned(code)
      } else if (key.length === 1 && (typed !== '' || key !== ' ')) {
        typed += key
        if (key === ' ') event.preventDefault()
      }
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [isActive])
}
