import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { InstallInvitation } from '#features/offline/InstallInvitation.tsx'
import { NewVersionBar } from '#features/offline/NewVersionBar.tsx'
import { reportVitals } from '#platform/reportVitals.ts'
import { BagPill } from './BagPill.tsx'
import { LateDialogs } from './LateDialogs.tsx'
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
  return (
    <>
      <BagPill />
      <LateDialogs />
      {!undisturbed.includes(pathname) && <NewVersionBar />}
      {isInviting && <InstallInvitation storeName={storeName} />}
    </>
  )
}
