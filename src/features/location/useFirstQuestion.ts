import { getDefaultStore, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import { sessionKeys } from '#platform/storageKeys.ts'
import { locationAtom } from './locationAtom.ts'
import { locationDialogAtom } from './locationDialog.ts'

/** How long a page is left alone before it asks. */
const restMs = 2000

const isAsked = () => sessionStorage.getItem(sessionKeys.locationPopupShown) !== null
const isOccupied = () => document.hidden || document.querySelector('dialog[open]') !== null

/** Asks once per session where the shopper is, unless that is known; never over another dialog. */
export function useFirstQuestion(mayAsk: boolean): void {
  const show = useSetAtom(locationDialogAtom)
  useEffect(() => {
    if (!mayAsk || isAsked()) return
    let isOver = false
    const ask = async () => {
      if (isOccupied()) return
      // Its program comes first: what the shopper opens meanwhile is not covered by the question.
      if (!getDefaultStore().get(locationAtom)) await import('./LocationDialogs.tsx')
      if (isOver || isOccupied()) return
      clearInterval(timer)
      if (isAsked()) return
      sessionStorage.setItem(sessionKeys.locationPopupShown, 'true')
      if (!getDefaultStore().get(locationAtom)) show('ask')
    }
    // Where its program cannot be had, it is tried again.
    const timer = setInterval(() => void ask().catch(() => undefined), restMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [mayAsk, show])
}
