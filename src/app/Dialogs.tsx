import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'

import { locationDialogAtom } from '#features/location/locationDialog.ts'
import { showAuthModalAtom } from '#platform/login.ts'

const LateDialogs = lazy(() =>
  import('./LateDialogs.tsx').then((module) => ({ default: module.LateDialogs })),
)

/** How long a busy browser may put it off. */
const latestMs = 2000

/** Nothing of it is needed for the first sight of a page: it comes when one is wanted, or idle. */
export function Dialogs() {
  const isIdle = useIdle()
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  const isPlaceWanted = useAtomValue(locationDialogAtom) !== null
  return isIdle || isLoginWanted || isPlaceWanted ? (
    <Suspense>
      <LateDialogs />
    </Suspense>
  ) : null
}

function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const rest = () => setIsIdle(true)
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(rest, latestMs)
      return () => clearTimeout(timer)
    }
    const turn = requestIdleCallback(rest, { timeout: latestMs })
    return () => cancelIdleCallback(turn)
  }, [])
  return isIdle
}
