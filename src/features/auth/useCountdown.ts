import { useEffect, useState } from 'react'

const second = 1000

/** Whole seconds that are left, ticking to 0, and a way to begin again with as many as one likes. */
export function useCountdown(seconds: number): [left: number, restart: (seconds: number) => void] {
  const [endMs, setEndMs] = useState(() => Date.now() + seconds * second)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), second)
    return () => clearInterval(timer)
  }, [])

  const left = Math.max(0, Math.ceil((endMs - nowMs) / second))
  return [
    left,
    (again) => {
      setNowMs(Date.now())
      setEndMs(Date.now() + again * second)
    },
  ]
}
