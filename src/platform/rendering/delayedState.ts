import { useEffect, useState } from 'react'

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
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), second / 4)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((endMs - nowMs) / second))
}
