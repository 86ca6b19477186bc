import { getDefaultStore, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import { locationAtom } from '#features/location/locationAtom.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { showAuthModalAtom } from '#platform/session/session.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { hasLayer } from '#ui/overlays/useLayer.ts'
import { locationDialogAtom } from './locationDialog.ts'

/** How long the shopper leaves the page alone before it asks. */
const restMs = 2000

const isAsked = () => sessionStorage.getItem(sessionKeys.locationPopupShown) !== null

/**
 * Whether a dialog that the shopper has not asked for may open: nothing else is open or opening, no
 * field is being filled, nothing is being sent, and the store can be reached.
 */
export function isScreenFree(): boolean {
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
 * Asks once per session where the shopper is, unless that is known, once the page has been left alone
 * for two seconds and its screen is free.
 */
export function useFirstQuestion(mayAsk: boolean): void {
  const show = useSetAtom(locationDialogAtom)
  const isRead = useAtomValue(locationAtom.isReadAtom)
  const isKnown = useAtomValue(locationAtom) !== null

  useEffect(() => {
    if (!mayAsk || !isRead || isAsked()) return
    let timer: ReturnType<typeof setInterval> | undefined
    let turn = 0
    const ask = async () => {
      if (!isScreenFree()) return
      const before = turn
      // The dialog's code comes first: what the shopper opens meanwhile is not covered by it.
      if (!isKnown) await import('./LocationDialogs.tsx')
      if (turn !== before || isAsked() || !isScreenFree()) return
      clearInterval(timer)
      sessionStorage.setItem(sessionKeys.locationPopupShown, 'true')
      if (isKnown) return
      show('ask')
      addEventListener('pointerdown', giveWay, { capture: true, once: true })
    }
    /** A tap before the question is on the screen was meant for something else: that comes first. */
    const giveWay = () => {
      if (document.querySelector('dialog[open]')) return
      sessionStorage.removeItem(sessionKeys.locationPopupShown)
      show((shown) => (shown === 'ask' ? null : shown))
    }
    const wait = () => {
      turn += 1
      clearInterval(timer)
      // If the code cannot be loaded now, it is tried again.
      timer = setInterval(() => void ask().catch(() => undefined), restMs)
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
