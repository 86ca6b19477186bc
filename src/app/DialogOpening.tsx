import { useAtom, useAtomValue } from 'jotai'

import { locationDialogAtom } from '#features/location/popup/locationDialog.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { LoadingDialog } from '#ui/feedback/Spinner.tsx'

type Props = { problem?: unknown; retry: () => void }

/** The frame of the dialog that was asked for, while its program is on its way or could not be had. */
export function DialogOpening(state: Props) {
  const [isLogin, showLogin] = useAtom(showAuthModalAtom)
  const [place, showPlace] = useAtom(locationDialogAtom)
  // Nobody asked for this question: it waits unseen.
  if (!isLogin && place !== 'search') return null
  return (
    <LoadingDialog
      title={isLogin ? 'Login or Signup' : 'Your Location'}
      onClose={() => (isLogin ? showLogin(false) : showPlace(null))}
      {...state}
    />
  )
}

/** Whether the shopper has asked for one of the dialogs that can open over any page. */
export function useIsDialogWanted(): boolean {
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  return useAtomValue(locationDialogAtom) !== null || isLoginWanted
}
