import { useEffect, useState } from 'react'

/**
 * Whether a part can be drawn: once all of it is known, so that nothing in it moves, or after that
 * time with what there is. From then on it stays, whatever is asked for again.
 */
export function useIsComplete(isKnown: boolean, patienceMs: number): boolean {
  const [isOver, setIsOver] = useState(isKnown)
  if (isKnown && !isOver) setIsOver(true)
  useEffect(() => {
    if (isOver) return
    const timer = setTimeout(() => setIsOver(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isOver, patienceMs])
  return isOver
}
