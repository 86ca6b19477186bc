import type { Point } from './location.ts'

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance. */
export function distanceKm(from: Point, to: Point): number {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2)
  const east = Math.sin(radians(to.longitude - from.longitude) / 2)
  const scale = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude))
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, north ** 2 + scale * east ** 2)))
}

/** Roads are longer than the straight line, and a scooter in a city makes this speed. */
const roadFactor = 1.4
const kmPerHour = 20

/** How long a rider takes for a distance as the crow flies, in whole minutes. */
export const rideMinutes = (km: number): number =>
  Math.max(1, Math.ceil(((km * roadFactor) / kmPerHour) * 60))
