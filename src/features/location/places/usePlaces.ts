import { useAtomValue } from 'jotai'
import { useMemo } from 'react'

import type { Place, PlaceSuggestion, Point } from '#contract/location.ts'
import { storeRead } from '#contract/reads.ts'
import { hasGoogleFailedAtom } from '#features/location/google/hasGoogleFailed.ts'
import type { MapsSettings } from '#features/location/google/mapsConnection.ts'
import { tellFailure } from '#platform/tell.ts'
import { useOptionalRead } from '#platform/useOptionalRead.ts'
import { readPlace, reversePlace, searchPlaces } from './locationApi.ts'

const couldNotLookUp = tellFailure(
  'Something went wrong while fetching your address from google map api.',
)

/** For a store without a Google Maps ID of its own; Google asks for one to draw markers. */
const defaultMapId = 'DEMO_MAP_ID'

/** How to use Google Maps; undefined if the store has no key for it, or it has failed. */
export function useGoogleSettings(): MapsSettings | undefined {
  const maps = useOptionalRead(storeRead)?.result.maps
  const hasFailed = useAtomValue(hasGoogleFailedAtom)
  const key = hasFailed ? null : maps?.googleKey
  const { googleMapId: mapId = defaultMapId, frameOrigin: origin } = maps ?? {}
  return useMemo(() => (key ? { key, mapId, origin } : undefined), [key, mapId, origin])
}

export type Places = ReturnType<typeof placesWith>

/**
 * Places by name and by point: from Google Maps if the store has a key, and from the store's own
 * list of Indian places where there is none, or where Google fails or knows nothing.
 */
export function usePlaces(): Places {
  const google = useGoogleSettings()
  return useMemo(() => placesWith(google), [google])
}

/** Marks the ids of Google's places: the store's own are numbers. */
const googlePrefix = 'google:'

function placesWith(settings: MapsSettings | undefined) {
  /** Loaded when the shopper first searches or asks where they are. */
  const openGoogle = async () => {
    if (!settings) return undefined
    const { googlePlaces } = await import('#features/location/google/googleMaps.ts')
    return googlePlaces(settings)
  }
  const giveUp = async () => {
    const { giveUpGoogle } = await import('#features/location/google/googleMaps.ts')
    giveUpGoogle()
  }

  async function search(words: string): Promise<PlaceSuggestion[]> {
    try {
      const google = await openGoogle()
      const found = (await google?.search(words)) ?? []
      if (found.length > 0) return found.map((one) => ({ ...one, _id: googlePrefix + one._id }))
    } catch {
      await giveUp()
    }
    return searchPlaces(words)
  }

  /** Rejects if the details of the place cannot be had. */
  async function read(id: string): Promise<Place> {
    if (!id.startsWith(googlePrefix)) return readPlace(id)
    try {
      const google = await openGoogle()
      const place = await google?.read(id.slice(googlePrefix.length))
      if (!place) throw new Error('No details')
      return place
    } catch (error) {
      await giveUp()
      throw error
    }
  }

  /** The address of a point. A failure shows a message; undefined if nobody knows the point. */
  async function lookUp(point: Point): Promise<Place | undefined> {
    let hasFailed = false
    try {
      const google = await openGoogle()
      const found = await google?.reverse(point)
      if (found) return found
    } catch {
      hasFailed = true
      await Promise.all([giveUp(), couldNotLookUp()])
    }
    try {
      return await reversePlace(point)
    } catch {
      if (!hasFailed) await couldNotLookUp()
      return undefined
    }
  }

  return {
    /** Whose places they are, for the attribution. */
    source: settings ? ('google' as const) : ('own' as const),
    search,
    read,
    lookUp,
  }
}

/** Whether a suggestion came from Google, which asks to be named beside it. */
export const isOfGoogle = ({ _id }: PlaceSuggestion): boolean => _id.startsWith(googlePrefix)
