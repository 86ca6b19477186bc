import { useAtom } from 'jotai'
import { useEffect } from 'react'

import type { Delivery } from '#contract/location.ts'
import { sessionKeys } from '#platform/storageKeys.ts'
import { checkDelivery } from './locationApi.ts'
import { type ChosenLocation, locationAtom } from './locationAtom.ts'
import { pointOf } from './useChosenPlace.ts'

/** Checks each point that is chosen once, and keeps what the store says of it with the place. */
export function useServiceability(onUnserviceable: () => void): void {
  const [location, setLocation] = useAtom(locationAtom)
  useEffect(() => {
    if (!location || !needsCheck(location)) return
    const point = pointOf(location)
    rememberPlace(location)
    void checkDelivery(location.latitude, location.longitude)
      // Whatever went wrong: nobody can promise anything there.
      .catch(() => null)
      .then((delivery) => {
        rememberAnswer(point, delivery)
        if (!delivery) onUnserviceable()
        return setLocation((now) => (now && pointOf(now) === point ? { ...now, delivery } : now))
      })
  }, [location, setLocation, onUnserviceable])
}

let underway = ''

function needsCheck(location: ChosenLocation): boolean {
  const point = pointOf(location)
  if (!point || point === underway) return false
  const isKnown = sessionStorage.getItem(sessionKeys.lastCheckedLatLong) === point
  if (isKnown && location.delivery !== undefined) return false
  underway = point
  return true
}

function rememberPlace(location: ChosenLocation): void {
  sessionStorage.setItem(sessionKeys.userAddress, location.text)
  sessionStorage.setItem(sessionKeys.userLatLong, pointOf(location))
}

function rememberAnswer(point: string, delivery: Delivery | null): void {
  if (underway === point) underway = ''
  sessionStorage.setItem(sessionKeys.lastCheckedLatLong, point)
  sessionStorage.setItem(sessionKeys.isServiceable, String(delivery !== null))
}
