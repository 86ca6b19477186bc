import type { Place, Point } from '#contract/location.ts'

/** Part of an address, in the words of either of Google's interfaces. */
export type AddressPart = { text: string; types: string[] }

type Found = { formattedAddress: string; parts: AddressPart[]; point: Point }

/**
 * The address in an answer from Google. The city is the locality, or the district if the point lies
 * in none; the state is the area of the first level.
 */
export function placeOfGoogle({ formattedAddress, parts, point }: Found): Place {
  const textOf = (type: string) => parts.find(({ types }) => types.includes(type))?.text ?? ''
  return {
    formattedAddress,
    city: textOf('locality') || textOf('administrative_area_level_2'),
    state: textOf('administrative_area_level_1'),
    postalCode: textOf('postal_code'),
    ...point,
  }
}
