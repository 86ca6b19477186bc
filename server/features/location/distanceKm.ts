import type { Point } from '#contract/location.ts'

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance. */
export function distanceKm(from: Point, to: Point): number {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2)
  const east = Math.sin(radians(to.longitude - from.longitude) / 2)
  const scale = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude))
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, north ** 2 + scale * east ** 2)))
}

/** A location and its delivery radius. */
type DeliveryArea = Point & { radiusKm: number }

/** Whether a point lies within reach of a warehouse. */
export const isWithinKm = (warehouse: DeliveryArea, point: Point): boolean =>
  distanceKm(warehouse, point) <= warehouse.radiusKm
