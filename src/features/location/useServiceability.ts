import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'

import type { Delivery } from '#contract/location.ts'
import { connectivityAtom } from '#platform/connectivityAtom.ts'
import { sessionKeys } from '#platform/storageKeys.ts'
import { checkDelivery } from './locationApi.ts'
import type { ChosenLocation } from './chosenLocation.ts'
import { locationAtom } from './locationAtom.ts'
import { pointOf } from './useChosenPlace.ts'

/** The point that is asked for now, and the one that nobody answered for. */
let underway = ''
let unanswered = ''

/** Checks each point that is chosen once, and keeps what the store says of it with the place. */
export function useServiceability(onUnserviceable: () => void): void {
  const [location, setLocation] = useAtom(locationAtom)
  const { status } = useAtomValue(connectivityAtom)

  // With the line back, a point without an answer is worth another question.
  useEffect(() => {
    if (status === 'online') unanswered = ''
  }, [status])

  useEffect(() => {
    if (!location || !needsCheck(location)) return
    const point = pointOf(location)
    underway = point
    sessionStorage.setItem(sessionKeys.userAddress, location.text)
    sessionStorage.setItem(sessionKeys.userLatLong, point)
    void answerFor(location).then((delivery) => {
      underway = ''
      sessionStorage.setItem(sessionKeys.isServiceable, String(delivery !== null))
      if (!delivery) onUnserviceable()
      return setLocation((now) => (now && pointOf(now) === point ? { ...now, delivery } : now))
    })
  }, [location, status, setLocation, onUnserviceable])
}

function needsCheck(location: ChosenLocation): boolean {
  const point = pointOf(location)
  if (!point || point === underway || point === unanswered) return false
  const isKnown = sessionStorage.getItem(sessionKeys.lastCheckedLatLong) === point
  return !isKnown || location.delivery === undefined
}

/** Whatever went wrong: nobody can promise anything there, and so it counts as a no. */
async function answerFor(location: ChosenLocation): Promise<Delivery | null> {
  const point = pointOf(location)
  try {
    const delivery = await checkDelivery(location.latitude, location.longitude)
    sessionStorage.setItem(sessionKeys.lastCheckedLatLong, point)
    return delivery
  } catch {
    unanswered = point
    return null
  }
}
