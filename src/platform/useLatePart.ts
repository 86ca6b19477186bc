import { useAtomValue } from 'jotai'
import { type ReactElement, startTransition, useEffect, useState } from 'react'

import { connectivityAtom, lookAgain } from './connectivityAtom.ts'

/**
 * A part of the program that comes once it is wanted; null where it cannot be had. Then the store is
 * asked whether it is there, so that a lost line shows, and the part is tried again when that
 * changes. `load` is the same one each time.
 */
export function useLatePart(isWanted: boolean, load: () => Promise<ReactElement>) {
  const { status } = useAtomValue(connectivityAtom)
  const [part, setPart] = useState<ReactElement | null>()
  const isHere = Boolean(part)
  useEffect(() => {
    if (!isWanted || isHere) return
    load().then(
      // In pieces: a tap between two of them does not wait for the others.
      (loaded) => startTransition(() => setPart(loaded)),
      () => {
        setPart(null)
        void lookAgain()
      },
    )
  }, [isWanted, isHere, load, status])
  return part
}
