import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import { locationAtom, locationDialogAtom } from '#features/location/locationAtom.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { hasLayer } from '#ui/overlays/useLayer.ts'

/** Idle time before the question. */
const idleMs = 2000

const wasShown = () => sessionStorage.getItem(sessionKeys.locationPopupShown) !== null

/**
 * Whether a dialog may open that the shopper did not ask for: no other dialog is open or opening,
 * no field is focused, nothing is being sent, and the store is reachable.
 */
export function canOpenPrompt(): boolean {
  const store = getDefaultStore()
  const { status } = store.get(connectivityAtom)
  const isReachable = status === 'online' || status === 'unknown'
  const isOpening = store.get(showAuthModalAtom) || store.get(locationDialogAtom) !== null
  return (
    !document.hidden &&
    navigator.onLine &&
    isReachable &&
    !isOpening &&
    !hasLayer() &&
    !document.querySelector('dialog[open], [aria-busy="true"]') &&
    !document.activeElement?.matches('input, textarea, select')
  )
}

/**
 * Asks for the location once per session, unless it is known, after two idle seconds with a free
 * screen.
 */
export function useLocationPrompt(mayAsk: boolean): void {
  const show = useSetAtom(locationDialogAtom)
  const isRead = useAtomValue(locationAtom.isReadAtom)
  const isKnown = useAtomValue(locationAtom) !== null

  useEffect(() => {
    if (!mayAsk || !isRead || wasShown()) return
    let timer: ReturnType<typeof setInterval> | undefined
    let turn = 0
    const prompt = async () => {
      if (!canOpenPrompt()) return
      const before = turn
      // Imported first, so that the dialog cannot open over something the shopper opens meanwhile.
      if (!isKnown) await import('./LocationDialogs.tsx')
      if (turn !== before || wasShown() || !canOpenPrompt()) return
      clearInterval(timer)
      sessionStorage.setItem(sessionKeys.locationPopupShown, 'true')
      if (isKnown) return
      show('ask')
      addEventListener('pointerdown', cancelPrompt, { capture: true, once: true })
    }
    /** A tap before the dialog is visible was meant for something else. */
    const cancelPrompt = () => {
      const isPending = getDefaultStore().get(locationDialogAtom) === 'ask'
      if (!isPending || document.querySelector('dialog[open]')) return
      sessionStorage.removeItem(sessionKeys.locationPopupShown)
      show((shown) => (shown === 'ask' ? null : shown))
    }
    const wait = () => {
      turn += 1
      clearInterval(timer)
      // A failed import is retried.
      timer = setInterval(() => void prompt().catch(() => undefined), idleMs)
    }
    wait()
    addEventListener('pointerdown', wait, { passive: true, capture: true })
    addEventListener('keydown', wait, { passive: true, capture: true })
    return () => {
      turn += 1
      clearInterval(timer)
      removeEventListener('pointerdown', wait, { capture: true })
      removeEventListener('keydown', wait, { capture: true })
    }
  }, [mayAsk, isRead, isKnown, show])
}
