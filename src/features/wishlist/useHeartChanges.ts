import { useAtomValue } from 'jotai'
import { useEffect } from 'react'

import { connectivityAtom } from '#platform/connectivityAtom.ts'
import { userIdAtom } from '#platform/session.ts'
import { areHeartChangesReadAtom, heartChangesAtom } from './heartChanges.ts'
import { sendHeartChanges } from './sendHeartChanges.ts'

/** Sends what waited without a line as soon as there is one; gives how many still wait. */
export function useHeartChanges(): number {
  const isRead = useAtomValue(areHeartChangesReadAtom)
  const waiting = useAtomValue(heartChangesAtom).length
  const userId = useAtomValue(userIdAtom)
  const { status } = useAtomValue(connectivityAtom)
  const mayBeUp = status === 'online' || status === 'unknown'
  useEffect(() => {
    if (isRead && userId && mayBeUp) void sendHeartChanges()
  }, [isRead, userId, mayBeUp])
  return mayBeUp ? 0 : waiting
}
