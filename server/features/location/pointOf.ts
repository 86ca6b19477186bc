import type { Point } from '#contract/location.ts'
import { distanceKm } from './distanceKm.ts'
import { placeById, searchPlaces } from './gazetteer.ts'

type Written = { city: string; state: string; postalCode: string }

/** Where a written address is: by its pincode, else by its city. Undefined: nobody knows. */
export async function pointOf({ city, state, postalCode }: Written): Promise<Point | undefined> {
  return (await pointBy(postalCode)) ?? (await pointBy(`${city} ${state}`))
}

/** No delivery area of a pincode reaches farther from its post offices, not even in Ladakh. */
const widestPincodeKm = 100

/** Whether a point can lie in the area of a pincode; true for a pincode that nobody knows. */
export async function isInPincode(point: Point, postalCode: string): Promise<boolean> {
  const center = await pointBy(postalCode)
  return center === undefined || distanceKm(center, point) <= widestPincodeKm
}

async function pointBy(text: string): Promise<Point | undefined> {
  const words = text.trim()
  const [found] = words === '' ? [] : await searchPlaces(words, 1)
  const place = found && (await placeById(found._id))
  return place && { latitude: place.latitude, longitude: place.longitude }
}
