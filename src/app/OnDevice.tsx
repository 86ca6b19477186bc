import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { InstallInvitation } from '#features/offline/InstallInvitation.tsx'
import { NewVersionBar } from '#features/offline/NewVersionBar.tsx'
import { reportVitals } from '#platform/reportVitals.ts'
import { savesData } from '#platform/savesData.ts'
import { whenIdle } from '#platform/whenIdle.ts'
import { BagPill } from './BagPill.tsx'
import { LateDialogs } from './LateDialogs.tsx'
import { bringPanels } from './menuPanels.ts'
import { useIntent } from './useIntent.ts'
import { useInviteNow } from './useInviteNow.ts'
import { useNextPage } from './useNextPage.ts'
import { useStoreName } from './useStoreName.ts'

const undisturbed: string[] = [paths.cart, paths.checkout]

/** What the server never draws: the shopper's bag, the dialogs over any page; and what looks ahead. */
export function OnDevice() {
  const { pathname } = useLocation()
  const storeName = useStoreName()
  const isInviting = useInviteNow()
  useIntent()
  useNextPage(pathname)
  useEffect(reportVitals, [])
  useMenus()
  return (
    <>
      <BagPill />
      <LateDialogs />
      {!undisturbed.includes(pathname) && <NewVersionBar />}
      {isInviting && <InstallInvitation storeName={storeName} />}
    </>
  )
}

/** The menus are there before the first tap on one. Who asks for few bytes gets them with it. */
function useMenus(): void {
  useEffect(() => {
    if (savesData()) return
    return whenIdle(() => void bringPanels().catch(() => undefined))
  }, [])
}
