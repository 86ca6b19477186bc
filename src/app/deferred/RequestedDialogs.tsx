import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { ComponentType } from 'react'

import { locationDialogAtom } from '#features/location/locationAtom.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { DialogFrame } from '#ui/overlays/Dialog.tsx'

type LoadState = { problem?: unknown; retry: () => void }
type Props = LoadState & {
  /** The dialogs' code; undefined while it is loading or could not be loaded. */
  dialogs: { Login: ComponentType; Location: ComponentType } | undefined
}

/** Dialogs that open with the tap, before their code is loaded. */
export function RequestedDialogs({ dialogs, ...state }: Props) {
  const isLogin = useAtomValue(showAuthModalAtom)
  const isLocation = useAtomValue(locationDialogAtom) !== null
  return (
    <>
      {isLogin && (
        <DialogFrame>{dialogs ? <dialogs.Login /> : <LoginLoading {...state} />}</DialogFrame>
      )}
      {isLocation && (
        <DialogFrame>{dialogs ? <dialogs.Location /> : <LocationLoading {...state} />}</DialogFrame>
      )}
    </>
  )
}

export function LoginLoading(state: LoadState) {
  const show = useSetAtom(showAuthModalAtom)
  return <LoadingDialog title="Login or Signup" onClose={() => show(false)} {...state} />
}

export function LocationLoading(state: LoadState) {
  const [shown, show] = useAtom(locationDialogAtom)
  // The other location dialog opens without a tap, so no loading state shows for it.
  if (shown !== 'search') return null
  return <LoadingDialog title="Your Location" onClose={() => show(null)} {...state} />
}

/** Whether the shopper has opened one of the deferred dialogs. */
export function useIsDialogWanted(): boolean {
  const isLoginWanted = useAtomValue(showAuthModalAtom)
  return useAtomValue(locationDialogAtom) !== null || isLoginWanted
}
