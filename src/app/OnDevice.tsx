import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { InstallInvitation } from '#features/offline/InstallInvitation.tsx'
import { NewVersionBar } from '#features/offline/NewVersionBar.tsx'
import { entriesAtom } from '#platform/outbox/outboxAtom.ts'
import { reportVitals } from '#platform/reportVitals.ts'
import { prefersReducedData } from '#platform/connectivity/connectivity.ts'
import { hasStoredUser } from '#platform/session/session.ts'
import { preload, useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { whenIdle } from '#platform/rendering/idle.ts'
import { BagPill } from './BagPill.tsx'
import { LateDialogs } from './LateDialogs.tsx'
import styles from './OnDevice.module.css'
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
      <div className={styles.floating}>
        <Waiting />
        <BagPill />
      </div>
      <LateDialogs />
      {!undisturbed.includes(pathname) && <NewVersionBar />}
      {isInviting && <InstallInvitation storeName={storeName} />}
    </>
  )
}

const loadOutbox = () => import('./OutboxPart.tsx')

/**
 * Changes that wait to be sent. What sends and lists them comes once a customer's page rests, so that a
 * heart fills at the tap; a visitor has nothing to send.
 */
function Waiting() {
  const hasEntries = useAtomValue(entriesAtom).length > 0
  useEffect(
    () =>
      whenIdle(() => {
        if (hasStoredUser() && !prefersReducedData()) preload(loadOutbox).catch(() => undefined)
      }),
    [],
  )
  const { module } = useDeferredImport(loadOutbox, hasEntries)
  return module ? <module.OutboxPart /> : null
}
