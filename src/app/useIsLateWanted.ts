import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { locationDialogAtom } from '#features/location/locationDialog.ts'
import { showAuthModalAtom } from '#platform/login.ts'
import { whenIdle } from '#platform/whenIdle.ts'

/** Whether it is time for what no first sight needs: one of its dialogs is wanted, or all rests. */
export function useIsLateWanted(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  const isPlaceWanted = useAtomValue(locationDialogAtom) !== null
  return isIdle || isLoginWanted || isPlaceWanted
}
