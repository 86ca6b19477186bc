import { atom, getDefaultStore, useAtomValue } from 'jotai'

import type { Pickup } from '#contract/staff/pickups.ts'
import type { Delivery, RiderShift } from '#contract/staff/riders.ts'
import { lastPointAtom } from '#desk/rider/position/sharedPosition.ts'
import { useSecond } from '#desk/ui/time/secondClock.ts'
import { type RouteStop, suggestStops } from './suggestStops.ts'

/** How the rider wants to see the stops. */
export type StopView = 'promise' | 'suggested' | 'map'

/** A setting of the phone. */
const storageKey = 'desk-stop-view'

function readSetting(): StopView {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'suggested' || stored === 'map' ? stored : 'promise'
  } catch {
    return 'promise'
  }
}

export const stopViewAtom = atom<StopView>(readSetting())

export function chooseStopView(view: StopView): void {
  getDefaultStore().set(stopViewAtom, view)
  try {
    localStorage.setItem(storageKey, view)
  } catch {
    // It then lasts as long as the page.
  }
}

/** A delivery or a pick-up as a stop of the round. */
export type Stop = RouteStop & { name: string; text: string } & (
    { delivery: Delivery; pickup?: never } | { pickup: Pickup; delivery?: never }
  )

type Place = Pick<Delivery, 'receiver' | 'address'>

function placeOf({ receiver, address: { text, latitude, longitude } }: Place) {
  const point = latitude !== null && longitude !== null ? { latitude, longitude } : null
  return { name: receiver.name, text, point }
}

/** The stops by promise; pick-ups, which have none, come after the deliveries. */
export const stopsOf = (deliveries: Delivery[], pickups: Pickup[]): Stop[] => [
  ...deliveries.map((delivery) => ({
    ...{ key: delivery.number, delivery, ...placeOf(delivery) },
    promisedMs: delivery.promisedBy === null ? null : Date.parse(delivery.promisedBy),
  })),
  // An order can be a delivery of its exchanged item and a pick-up of another one.
  ...pickups.map((pickup) => ({
    ...{ key: `pickup:${pickup.number}`, pickup, ...placeOf(pickup), promisedMs: null },
  })),
]

const minuteMs = 60_000

/** The stops in the order that the rider has chosen. */
export function useOrderedStops(stops: Stop[], { from }: Pick<RiderShift, 'from'>): Stop[] {
  const view = useAtomValue(stopViewAtom)
  const here = useAtomValue(lastPointAtom)
  const nowMs = useSecond((ms) => ms - (ms % minuteMs))
  return view === 'promise' ? stops : suggestStops(stops, { from: here ?? from, nowMs })
}
