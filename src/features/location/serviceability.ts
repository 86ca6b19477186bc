import { getDefaultStore, useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'

import { type Address, addressText } from '#contract/account/account.ts'
import type { Place, Point } from '#contract/delivery/location.ts'
import type { Connectivity } from '#platform/connectivity/connectivity.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import type { ChosenLocation } from './chosenLocation.ts'
import { checkedPointAtom, locationAtom } from './locationAtom.ts'
import { checkDelivery } from './places/locationApi.ts'

/** The point being checked. */
let checkingPoint = ''
/** The connection under which the last check was started, or the server responded with an error. */
let checkedUnder = ''

/** Differs whenever the connection was lost and is back, or the server fails and responds again. */
const connectionKey = ({ status, reason, since }: Connectivity) => [status, reason, since].join(' ')

/**
 * Checks each chosen location once and stores the result with it. A check that failed counts as no
 * delivery; it is repeated only when the connection is back or the shopper chooses a location again.
 * Reports that there is no delivery, and delivery after that.
 */
export function useServiceability(onResult: (isServiceable: boolean) => void): void {
  const [location, setLocation] = useAtom(locationAtom)
  const connection = connectionKey(useAtomValue(connectivityAtom))

  useEffect(() => {
    if (!location || !needsCheck(location, connection)) return
    const point = pointKey(location)
    checkingPoint = point
    checkedUnder = connection
    sessionStorage.setItem(sessionKeys.userAddress, location.text)
    sessionStorage.setItem(sessionKeys.userLatLong, point)
    void deliveryTo(location).then(async (result) => {
      const isReported = isCheckFailed(location)
      const endCheck = () => {
        if (checkingPoint === point) checkingPoint = ''
      }
      const now = getDefaultStore().get(connectivityAtom)
      if (result === undefined && now.status === 'online') checkedUnder = connectionKey(now)
      // Another location was chosen meanwhile, or the customer logged out.
      const here = getDefaultStore().get(locationAtom)
      if (!here || pointKey(here) !== point) return endCheck()
      const { delivery = null, closedText } = result ?? {}
      const markChecked = () => sessionStorage.setItem(sessionKeys.lastCheckedLatLong, point)
      sessionStorage.setItem(sessionKeys.isServiceable, String(delivery !== null))
      if (result === undefined) markChecked()
      if (isReported === Boolean(delivery)) onResult(delivery !== null)
      const stored = setLocation((current) =>
        current && pointKey(current) === point
          ? { ...current, delivery, closedText, isUnconfirmed: result === undefined }
          : current,
      )
      // Slow storage must not hold up a check that may be needed again.
      if (result === undefined) return endCheck()
      await stored
      endCheck()
      // Only after it is stored, so that leaving the page does not lose it.
      markChecked()
    })
  }, [location, connection, setLocation, onResult])
}

/** The delivery to a location; undefined if the check failed. */
const deliveryTo = ({ latitude, longitude }: ChosenLocation) =>
  checkDelivery(latitude, longitude).catch(() => undefined)

const isCheckFailed = ({ isUnconfirmed = false }: ChosenLocation) => isUnconfirmed

function needsCheck(location: ChosenLocation, connection: string): boolean {
  const point = pointKey(location)
  if (!point || point === checkingPoint) return false
  const isKnown = sessionStorage.getItem(sessionKeys.lastCheckedLatLong) === point
  if (!isKnown || location.delivery === undefined) return true
  const isBack = connection.startsWith('online') && connection !== checkedUnder
  return isCheckFailed(location) && isBack
}

/** The delivery location, and how to change it. Delivery is checked separately. */
export function useChosenPlace() {
  const [location, setLocation] = useAtom(locationAtom)
  const [checkedPoint, setCheckedPoint] = useAtom(checkedPointAtom)
  const choose = (place: Omit<ChosenLocation, 'delivery' | 'isUnconfirmed'>) => {
    setCheckedPoint(undefined)
    void setLocation((before) => {
      const isSamePoint = before && pointKey(before) === pointKey(place)
      return isSamePoint && !isCheckFailed(before) ? { ...place, delivery: before.delivery } : place
    })
  }

  return {
    location,
    /** Where the map of a new address starts. A saved address may have no coordinates. */
    near: checkedPoint ?? (location && pointKey(location) ? pointOf(location) : undefined),
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

const pointOf = ({ latitude, longitude }: ChosenLocation): Point => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
})

/** A canonical key of a point; empty without one. */
export const pointKey = ({
  latitude,
  longitude,
}: Pick<ChosenLocation, 'latitude' | 'longitude'>) =>
  latitude && longitude ? `${latitude},${longitude}` : ''
