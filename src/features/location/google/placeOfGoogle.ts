import type { Place, Point } from '#contract/delivery/location.ts'

/** Part of an address, in the format of either of Google's APIs. */
export type AddressComponent = { text: string; types: string[] }

type Found = { formattedAddress: string; parts: AddressComponent[]; point: Point }

/**
 * Converts Google's address. The area is the part of the city, the city is the locality, else the district; the state is the
 * first-level area.
 */
export function placeOfGoogle({ formattedAddress, parts, point }: Found): Place {
  const textOf = (type: string) => parts.find(({ types }) => types.includes(type))?.text ?? ''
  return {
    formattedAddress,
    area: textOf('sublocality') || textOf('neighborhood'),
    city: textOf('locality') || textOf('administrative_area_level_2'),
    state: textOf('administrative_area_level_1'),
    postalCode: textOf('postal_code'),
    ...point,
  }
}
