import { getDefaultStore, useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'

import { probePauseMs } from '#platform/connectivity/connectivity.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { sessionKeys } from '#platform/storage/deviceStorage.ts'
import { checkDelivery } from '#features/location/places/locationApi.ts'
import type { ChosenLocation } from './chosenLocation.ts'
import { locationAtom } from './locationAtom.ts'
import { pointOf } from './useChosenPlace.ts'

/** The point that is asked for now, and the one that nobody answered for. */
let underway = ''
let unanswered = ''
/** How often nobody answered, by point. */
const failures = new Map<string, number>()

/**
 * Checks each point that is chosen once, and keeps what the store says of it with the place. Tells a
 * no, and a yes that comes after it.
 */
export function useServiceability(tell: (isServiceable: boolean) => void): void {
  const [location, setLocation] = useAtom(locationAtom)
  const { status } = useAtomValue(connectivityAtom)
  const [asks, setAsks] = useState(0)

  // With the line back, a point without an answer is worth another question.
  useEffect(() => {
    if (status === 'online') unanswered = ''
  }, [status])

  useEffect(() => {
    if (!location || !needsCheck(location)) return
    const point = pointOf(location)
    underway = point
    sessionStorage.setItem(sessionKeys.userAddress, location.text)
    sessionStorage.setItem(sessionKeys.userLatLong, point)
    void answerFor(location).then(async (answer) => {
      // Another place was chosen meanwhile, or who asked has signed out.
      const here = getDefaultStore().get(locationAtom)
      if (!here || pointOf(here) !== point) {
        if (underway === point) underway = ''
        return
      }
      const times = failures.get(point) ?? 0
      // Whatever went wrong: nobody can promise anything there, and so it counts as a no.
      const delivery = answer ?? null
      sessionStorage.setItem(sessionKeys.isServiceable, String(delivery !== null))
      // Before anyone sees the no: who leaves then asks again on the next page.
      if (answer === undefined) sessionStorage.removeItem(sessionKeys.lastCheckedLatLong)
      if (delivery ? times > 0 : times === 0) tell(delivery !== null)
      const stored = setLocation((now) =>
        now && pointOf(now) === point ? { ...now, delivery } : now,
      )
      if (answer !== undefined) {
        await stored
        if (underway === point) underway = ''
        failures.delete(point)
        // Not before it is kept: who leaves the page meanwhile asks again on the next one.
        return sessionStorage.setItem(sessionKeys.lastCheckedLatLong, point)
      }
      // A device that is slow to store the no does not end the questions.
      unanswered = point
      if (underway === point) underway = ''
      failures.set(point, times + 1)
      // The line may have come back while the question was still waiting on the one that was lost.
      setTimeout(
        () => {
          unanswered = ''
          setAsks((before) => before + 1)
        },
        probePauseMs(times + 1, Math.random()),
      )
    })
  }, [location, status, asks, setLocation, tell])
}

/** Undefined where nobody answered. */
const answerFor = ({ latitude, longitude }: ChosenLocation) =>
  checkDelivery(latitude, longitude).catch(() => undefined)

function needsCheck(location: ChosenLocation): boolean {
  const point = pointOf(location)
  if (!point || point === underway || point === unanswered) return false
  const isKnown = sessionStorage.getItem(sessionKeys.lastCheckedLatLong) === point
  return !isKnown || location.delivery === undefined
}
