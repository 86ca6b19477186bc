import { useAtom, useAtomValue } from 'jotai'

import { locationDialogAtom } from '#features/location/locationAtom.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { LoadingDialog } from '#ui/feedback/Spinner.tsx'

type Props = { problem?: unknown; retry: () => void }

/** The frame of a dialog whose code is loading or could not be loaded. */
export function DialogOpening(state: Props) {
  const [isLogin, showLogin] = useAtom(showAuthModalAtom)
  const [place, showPlace] = useAtom(locationDialogAtom)
  // The shopper did not open this dialog, so it waits without a frame.
  if (!isLogin && place !== 'search') return null
  return (
    <LoadingDialog
      title={isLogin ? 'Login or Signup' : 'Your Location'}
      onClose={() => (isLogin ? showLogin(false) : showPlace(null))}
      {...state}
    />
  )
}

/** Whether the shopper has opened one of the deferred dialogs. */
export function useIsDialogWanted(): boolean {
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  return useAtomValue(locationDialogAtom) !== null || isLoginWanted
}
