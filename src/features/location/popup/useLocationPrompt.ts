import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import {
  isLocationSheetOpenAtom,
  locationAtom,
  locationDialogAtom,
} from '#features/location/locationAtom.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { preload } from '#platform/rendering/useDeferredImport.ts'
import { hasLayer } from '#ui/overlays/useLayer.ts'

/** The sheet that asks, imported when the page is idle. */
export const loadLocationSheet = () => import('./LocationSheet.tsx')

/** Idle time before the question. */
const idleMs = 2000

const wasShown = () => sessionStorage.getItem(sessionKeys.locationPopupShown) !== null

/**
 * Whether something may open that the shopper did not ask for: no dialog is open or opening,
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
  const ask = useSetAtom(isLocationSheetOpenAtom)
  const isRead = useAtomValue(locationAtom.isReadAtom)
  const isKnown = useAtomValue(locationAtom) !== null

  useEffect(() => {
    if (!mayAsk || !isRead || wasShown()) return
    let timer: ReturnType<typeof setInterval> | undefined
    let turn = 0
    const prompt = async () => {
      if (!canOpenPrompt()) return
      const before = turn
      // Imported first, so that the sheet cannot open over something the shopper opens meanwhile.
      if (!isKnown) await preload(loadLocationSheet)
      if (turn !== before || wasShown() || !canOpenPrompt()) return
      clearInterval(timer)
      sessionStorage.setItem(sessionKeys.locationPopupShown, 'true')
      if (isKnown) return
      ask(true)
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
  }, [mayAsk, isRead, isKnown, ask])
}
