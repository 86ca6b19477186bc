import { useAtom } from 'jotai'

import { type Address, addressText } from '#contract/account.ts'
import type { Place } from '#contract/location.ts'
import type { ChosenLocation } from './chosenLocation.ts'
import { locationAtom } from './locationAtom.ts'

/** Where the shopper wants it, and the ways to choose it. What is delivered there is checked apart. */
export function useChosenPlace() {
  const [location, setLocation] = useAtom(locationAtom)
  const choose = (place: Omit<ChosenLocation, 'delivery'>) =>
    void setLocation((before) => {
      const isSamePoint = before && pointOf(before) === pointOf(place)
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
    /** After the address that was chosen is gone. */
    forgetAddress: (addressId: string) =>
      void setLocation((before) => (before?.addressId === addressId ? null : before)),
  }
}

/** One spelling for one point; empty where there is none. */
export const pointOf = ({ latitude, longitude }: Pick<ChosenLocation, 'latitude' | 'longitude'>) =>
  latitude && longitude ? `${latitude},${longitude}` : ''
