import type { Place, Point } from '#contract/location.ts'
import { distanceKm } from './distanceKm.ts'
import { placeById, searchPlaces } from './gazetteer.ts'

type Written = { city: string; state: string; postalCode: string }

/** Where a written address is: by its pincode, else by its city. Undefined: nobody knows. */
export async function placeOf({ city, state, postalCode }: Written): Promise<Place | undefined> {
  return (await placeBy(postalCode)) ?? (await placeBy(`${city} ${state}`))
}

/** No delivery area of a pincode reaches farther from its post offices, not even in Ladakh. */
const widestPincodeKm = 100

/** Whether a point can lie in the area of a pincode; true for a pincode that nobody knows. */
export async function isInPincode(point: Point, postalCode: string): Promise<boolean> {
  const center = await placeBy(postalCode)
  return center === undefined || distanceKm(center, point) <= widestPincodeKm
}

async function placeBy(text: string): Promise<Place | undefined> {
  const words = text.trim()
  const [found] = words === '' ? [] : await searchPlaces(words, 1)
  return found && (await placeById(found._id))
}
