import { getDefaultStore, useSetAtom } from 'jotai'
import { useEffect } from 'react'

import { sessionKeys } from '#platform/storageKeys.ts'
import { locationAtom } from './locationAtom.ts'
import { locationDialogAtom } from './locationDialog.ts'

/** How long a page is left alone before it asks. */
const restMs = 2000

/** Asks once per session where the shopper is, unless that is known; never over another dialog. */
export function useFirstQuestion(mayAsk: boolean): void {
  const show = useSetAtom(locationDialogAtom)
  useEffect(() => {
    if (!mayAsk || sessionStorage.getItem(sessionKeys.locationPopupShown)) return
    const timer = setInterval(() => {
      if (document.hidden || document.querySelector('dialog[open]')) return
      clearInterval(timer)
      if (sessionStorage.getItem(sessionKeys.locationPopupShown)) return
      sessionStorage.setItem(sessionKeys.locationPopupShown, 'true')
      if (!getDefaultStore().get(locationAtom)) show('ask')
    }, restMs)
    return () => clearInterval(timer)
  }, [mayAsk, show])
}
