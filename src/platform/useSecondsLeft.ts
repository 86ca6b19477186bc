import { useEffect, useState } from 'react'

const second = 1000

/** Whole seconds until then, ticking down to 0. */
export function useSecondsLeft(endMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), second / 4)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((endMs - nowMs) / second))
}
