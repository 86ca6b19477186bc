import { useAtomValue } from 'jotai'
import { useMemo } from 'react'

import { storeRead } from '#contract/api/reads.ts'
import { hasGoogleFailedAtom } from '#features/location/google/hasGoogleFailed.ts'
import type { MapsSettings } from '#features/location/google/mapsConnection.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import { ownPlaces, type Places } from './ownPlaces.ts'

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

/** From Google Maps if the store has a key and it works, else from the store's own list. */
export function usePlaces(): Places & { source: 'google' | 'own' } {
  const settings = useGoogleSettings()
  return useMemo(() => {
    if (!settings) return { source: 'own', ...ownPlaces }
    // Loaded when the shopper first searches or asks where they are.
    const open = async () => {
      const google = await import('#features/location/google/googlePlaces.ts').catch(() => null)
      return google?.googlePlaces(settings) ?? ownPlaces
    }
    return {
      source: 'google',
      search: async (words) => (await open()).search(words),
      read: async (id) => (await open()).read(id),
      lookUp: async (point) => (await open()).lookUp(point),
    }
  }, [settings])
}
