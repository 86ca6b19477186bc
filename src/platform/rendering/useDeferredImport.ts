import { useAtomValue } from 'jotai'
import { startTransition, useEffect, useState } from 'react'

import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { needsReload } from './importChunk.ts'

/** How long to wait before it is tried again without being asked to; the last one repeats. */
const pausesMs = [2000, 5000, 15_000, 30_000, 60_000]

type Load<Module> = () => Promise<Module>

/** What has been loaded, so that it is there at once the next time. */
const loaded = new Map<Load<unknown>, unknown>()

/** Downloads a part before anything wants it. */
export async function preload(load: Load<unknown>): Promise<void> {
  loaded.set(load, await load())
}

/**
 * A part of the program that is downloaded once it is wanted. What fails is tried again by itself,
 * less and less often, at once when the state of the connection changes, and on `retry`.
 * `load` must be the same function each time.
 */
export function useDeferredImport<Module>(load: Load<Module>, isWanted = true) {
  const { status } = useAtomValue(connectivityAtom)
  const [module, setModule] = useState(() => loaded.get(load) as Module | undefined)
  const [problem, setProblem] = useState<unknown>()
  const [turn, setTurn] = useState(0)
  const isMissing = isWanted && module === undefined

  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    load().then(
      (arrived) => {
        loaded.set(load, arrived)
        // In pieces: a tap between two of them does not wait for the others.
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
