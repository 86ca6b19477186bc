import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'

import { storeRead } from '#contract/api/reads.ts'
import type { Place, Point } from '#contract/delivery/location.ts'
import { hasGoogleFailedAtom } from '#features/location/google/hasGoogleFailed.ts'
import type { MapsSettings } from '#features/location/google/mapsConnection.ts'
import { useOptionalRead } from '#platform/api/reads/reads.ts'
import { toastFailure } from '#platform/toasts.ts'
import { gazetteerPlaces, type Places } from './locationApi.ts'

/** For a store without a Google Maps ID, which markers require. */
const defaultMapId = 'DEMO_MAP_ID'

/** Settings of Google Maps; undefined without a key or after a failure. */
export function useGoogleSettings(): MapsSettings | undefined {
  const maps = useOptionalRead(storeRead)?.result.maps
  const hasFailed = useAtomValue(hasGoogleFailedAtom)
  const key = hasFailed ? null : maps?.googleKey
  const { googleMapId: mapId = defaultMapId, frameOrigin: origin } = maps ?? {}
  return useMemo(() => (key ? { key, mapId, origin } : undefined), [key, mapId, origin])
}

/** Places from Google Maps if the store has a key and it works, else from the gazetteer. */
export function usePlaces(): Places & { source: 'google' | 'own' } {
  const settings = useGoogleSettings()
  return useMemo(() => {
    if (!settings) return { source: 'own', ...gazetteerPlaces }
    // Imported when the shopper first searches or detects the position.
    const open = async () => {
      const google = await import('#features/location/google/googlePlaces.ts').catch(() => null)
      return google?.googlePlaces(settings) ?? gazetteerPlaces
    }
    return {
      source: 'google',
      search: async (words) => (await open()).search(words),
      read: async (id) => (await open()).read(id),
      lookUp: async (point) => (await open()).lookUp(point),
    }
  }, [settings])
}

/** Detects the device's position and returns the place there; a failure shows a message. */
export function useDetection(onFound: (place: Place) => void) {
  const places = usePlaces()
  const [isDetecting, setIsDetecting] = useState(false)

  async function detect() {
    setIsDetecting(true)
    try {
      const point = await detectPosition()
      const place = await places.lookUp(point)
      if (place) onFound({ ...place, ...point })
    } catch (error) {
      if (!(error instanceof LocationUnavailable)) throw error
      await toastFailure(error.message)
    } finally {
      setIsDetecting(false)
    }
  }

  return { isDetecting, detect: () => void detect() }
}

const positionTimeoutMs = 15_000

/** Why the position is not available, as a message. */
class LocationUnavailable extends Error {
  override name = 'LocationUnavailable'
}

/** The position of the device, if the shopper allows it. */
function detectPosition(): Promise<Point> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new LocationUnavailable('Geolocation is not supported by this browser.'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => reject(new LocationUnavailable('Allow location access to get your location.')),
      { enableHighAccuracy: true, timeout: positionTimeoutMs, maximumAge: 60_000 },
    )
  })
}
