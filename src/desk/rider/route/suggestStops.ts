import { distanceKm, rideMinutes } from '#contract/delivery/distance.ts'
import type { Point } from '#contract/delivery/location.ts'

export type RouteStop = {
  /** Tells the stops apart. */
  key: string
  /** Null if the address has no place on the map. */
  point: Point | null
  /** In ms since 1970; null for a pick-up, which has no promise. */
  promisedMs: number | null
}

type Start = {
  /** Where the rider is, or their warehouse; null if neither is known. */
  from: Point | null
  nowMs: number
}

/** At a door: the stairs, the payment. */
const stopMinutes = 4
/** To or from an address without a place on the map. */
const unknownMinutes = 15
const minuteMs = 60_000

const minutesBetween = (from: Point | null, to: Point | null): number =>
  from && to ? rideMinutes(distanceKm(from, to)) : unknownMinutes

/**
 * The order in which a rider best visits the stops: always the nearest one next, unless the stop with the earliest
 * promise would then be late. A stop that is late already comes first.
 */
export function suggestStops<Stop extends RouteStop>(
  stops: Stop[],
  { from, nowMs }: Start,
): Stop[] {
  const left = [...stops]
  const route: Stop[] = []
  let [here, clockMs] = [from, nowMs]
  while (left.length > 0) {
    const next = nextStop(left, { from: here, nowMs: clockMs })
    left.splice(left.indexOf(next), 1)
    route.push(next)
    clockMs += (minutesBetween(here, next.point) + stopMinutes) * minuteMs
    here = next.point ?? here
  }
  return route
}

function nextStop<Stop extends RouteStop>(left: Stop[], { from, nowMs }: Start): Stop {
  const nearest = left.reduce((best, stop) =>
    minutesBetween(from, stop.point) < minutesBetween(from, best.point) ? stop : best,
  )
  const [urgent] = left
    .filter(({ promisedMs }) => promisedMs !== null)
    .toSorted((a, b) => (a.promisedMs ?? 0) - (b.promisedMs ?? 0))
  if (!urgent || urgent === nearest) return nearest
  const detour =
    minutesBetween(from, nearest.point) +
    stopMinutes +
    minutesBetween(nearest.point ?? from, urgent.point)
  const isInTime = nowMs + detour * minuteMs <= (urgent.promisedMs ?? 0)
  return isInTime ? nearest : urgent
}

/** The map application takes about this many places at once. */
const maxPlaces = 10

/** All stops in the phone's map application, in their order; undefined without a second place to go to. */
export function routeLink(stops: { text: string; point: Point | null }[]): string | undefined {
  const places = stops
    .slice(0, maxPlaces)
    .map(({ text, point }) => (point ? `${point.latitude},${point.longitude}` : text))
  const destination = places.pop()
  if (destination === undefined || places.length === 0) return undefined
  const query = new URLSearchParams({
    ...{ api: '1', destination, waypoints: places.join('|'), travelmode: 'two-wheeler' },
  })
  return `https://www.google.com/maps/dir/?${query}`
}
