import { useEffect, useState, useSyncExternalStore } from 'react'

/** The value once it has not changed for `pauseMs`. */
export function useDebounced<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}

/**
 * Whether a part can be shown: once all its data is known, so that nothing in it moves, or after
 * `timeoutMs` with the data there is. Stays true afterwards.
 */
export function useIsReady(isKnown: boolean, timeoutMs: number): boolean {
  const [isOver, setIsOver] = useState(isKnown)
  if (isKnown && !isOver) setIsOver(true)
  useEffect(() => {
    if (isOver) return
    const timer = setTimeout(() => setIsOver(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [isOver, timeoutMs])
  return isOver
}

/** Whether the value has been true at any time since the component was mounted. */
export function useHasBeenTrue(value: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(value)
  if (value && !hasBeen) setHasBeen(true)
  return hasBeen
}

const second = 1000

/** Whole seconds until `endMs`, counting down to 0. */
export function useSecondsLeft(endMs: number): number {
  // Read at each render: with a stored time, a new end would be counted from up to a tick ago.
  return useSyncExternalStore(everyQuarterSecond, () =>
    Math.max(0, Math.ceil((endMs - Date.now()) / second)),
  )
}

function everyQuarterSecond(notify: () => void): () => void {
  const timer = setInterval(notify, second / 4)
  return () => clearInterval(timer)
}
