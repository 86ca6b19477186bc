import { useAtomValue } from 'jotai'
import { startTransition, useEffect, useState } from 'react'

import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { needsReload } from './importChunk.ts'

/** Pauses between automatic retries; the last one repeats. */
const pausesMs = [2000, 5000, 15_000, 30_000, 60_000]

type Load<Module> = () => Promise<Module>

/** Loaded modules, so that they render at once the next time. */
const loaded = new Map<Load<unknown>, unknown>()

/** Loads a module ahead of its use. */
export async function preload(load: Load<unknown>): Promise<void> {
  loaded.set(load, await load())
}

/**
 * Loads a module once it is enabled. Failures are retried with growing pauses, at once when the
 * state of the connection changes, and on `retry`. `load` must be the same function in every
 * render.
 */
export function useDeferredImport<Module>(load: Load<Module>, isEnabled = true) {
  const { status } = useAtomValue(connectivityAtom)
  const [module, setModule] = useState(() => loaded.get(load) as Module | undefined)
  const [problem, setProblem] = useState<unknown>()
  const [turn, setTurn] = useState(0)
  const isMissing = isEnabled && module === undefined

  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    load().then(
      (arrived) => {
        loaded.set(load, arrived)
        // A transition, so that React can handle a tap in between.
        if (!isOver) startTransition(() => setModule(() => arrived))
      },
      (error: unknown) => {
        if (isOver) return
        setProblem(error)
        timer = setTimeout(setTurn, pausesMs[Math.min(turn, pausesMs.length - 1)], turn + 1)
      },
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isMissing, load, turn, status])

  function retry() {
    if (needsReload(problem)) return location.reload()
    setProblem(undefined)
    setTurn((before) => before + 1)
  }
  return { module, problem: module === undefined ? problem : undefined, retry }
}
