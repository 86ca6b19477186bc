import { getDefaultStore, useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { type Address, addressText } from '#contract/account.ts'
import type { Place } from '#contract/location.ts'
import { probePauseMs } from '#platform/connectivity/connectivity.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import type { ChosenLocation } from './chosenLocation.ts'
import { locationAtom } from './locationAtom.ts'
import { checkDelivery } from './places/locationApi.ts'

/** The point being checked, and the one whose check failed. */
let checkingPoint = ''
let failedPoint = ''
/** Number of failed checks, by point. */
const failures = new Map<string, number>()

/**
 * Checks each chosen location once and stores the result with it. Reports that there is no
 * delivery, and delivery after that.
 */
export function useServiceability(onResult: (isServiceable: boolean) => void): void {
  const [location, setLocation] = useAtom(locationAtom)
  const { status } = useAtomValue(connectivityAtom)
  const [retryCount, setRetryCount] = useState(0)

  // Back online, a failed check is retried.
  useEffect(() => {
    if (status === 'online') failedPoint = ''
  }, [status])

  useEffect(() => {
    if (!location || !needsCheck(location)) return
    const point = pointKey(location)
    checkingPoint = point
    sessionStorage.setItem(sessionKeys.userAddress, location.text)
    sessionStorage.setItem(sessionKeys.userLatLong, point)
    void deliveryTo(location).then(async (result) => {
      // Another location was chosen meanwhile, or the customer logged out.
      const here = getDefaultStore().get(locationAtom)
      if (!here || pointKey(here) !== point) {
        if (checkingPoint === point) checkingPoint = ''
        return
      }
      const times = failures.get(point) ?? 0
      // After an error nothing can be promised, so it counts as no delivery.
      const delivery = result ?? null
      sessionStorage.setItem(sessionKeys.isServiceable, String(delivery !== null))
      // Stored before the message shows: the next page checks again.
      if (result === undefined) sessionStorage.removeItem(sessionKeys.lastCheckedLatLong)
      if (delivery ? times > 0 : times === 0) onResult(delivery !== null)
      const stored = setLocation((now) =>
        now && pointKey(now) === point ? { ...now, delivery } : now,
      )
      if (result !== undefined) {
        await stored
        if (checkingPoint === point) checkingPoint = ''
        failures.delete(point)
        // Only after it is stored, so that leaving the page does not lose it.
        return sessionStorage.setItem(sessionKeys.lastCheckedLatLong, point)
      }
      // Slow storage must not stop further checks.
      failedPoint = point
      if (checkingPoint === point) checkingPoint = ''
      failures.set(point, times + 1)
      // The connection may have come back while the lost request was still pending.
      setTimeout(
        () => {
          failedPoint = ''
          setRetryCount((before) => before + 1)
        },
        probePauseMs(times + 1, Math.random()),
      )
    })
  }, [location, status, retryCount, setLocation, onResult])
}

/** The delivery to a location: null if there is none, undefined if the check failed. */
const deliveryTo = ({ latitude, longitude }: ChosenLocation) =>
  checkDelivery(latitude, longitude).catch(() => undefined)

function needsCheck(location: ChosenLocation): boolean {
  const point = pointKey(location)
  if (!point || point === checkingPoint || point === failedPoint) return false
  const isKnown = sessionStorage.getItem(sessionKeys.lastCheckedLatLong) === point
  return !isKnown || location.delivery === undefined
}

/** The delivery location, and how to change it. Delivery is checked separately. */
export function useChosenPlace() {
  const [location, setLocation] = useAtom(locationAtom)
  const choose = (place: Omit<ChosenLocation, 'delivery'>) =>
    void setLocation((before) => {
      const isSamePoint = before && pointKey(before) === pointKey(place)
      return isSamePoint ? { ...place, delivery: before.delivery } : place
    })

  return {
    location,
    choosePlace: ({ formattedAddress, city, latitude, longitude }: Place) =>
      choose({
        text: formattedAddress,
        city,
        latitude: String(latitude),
        longitude: String(longitude),
      }),
    chooseAddress: (address: Address) =>
      choose({
        text: addressText(address),
        city: address.city,
        latitude: address.latitude,
        longitude: address.longitude,
        addressId: address._id,
      }),
    /** Called after the chosen address was removed. */
    forgetAddress: (addressId: string) =>
      void setLocation((before) => (before?.addressId === addressId ? null : before)),
  }
}

/** A canonical key of a point; empty without one. */
export const pointKey = ({
  latitude,
  longitude,
}: Pick<ChosenLocation, 'latitude' | 'longitude'>) =>
  latitude && longitude ? `${latitude},${longitude}` : ''
