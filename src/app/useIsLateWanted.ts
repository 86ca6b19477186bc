import { useAtomValue } from 'jotai'

import { locationDialogAtom } from '#features/location/popup/locationDialog.ts'
import { showAuthModalAtom } from '#platform/login.ts'
import { useIsRested } from '#platform/useIsRested.ts'

/** Whether it is time for what no first sight needs: one of its dialogs is wanted, or all rests. */
export function useIsLateWanted(): boolean {
  const isRested = useIsRested()
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  const isPlaceWanted = useAtomValue(locationDialogAtom) !== null
  return isRested || isLoginWanted || isPlaceWanted
}
