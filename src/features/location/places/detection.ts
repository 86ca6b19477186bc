import { useState } from 'react'

import type { Place, Point } from '#contract/location.ts'
import { toastFailure } from '#platform/toasts.ts'
import { usePlaces } from './usePlaces.ts'

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
      if (!(error instanceof LocationRefused)) throw error
      await toastFailure(error.message)()
    } finally {
      setIsDetecting(false)
    }
  }

  return { isDetecting, detect: () => void detect() }
}

const waitMs = 15_000

/** Why the position is not available, as a message. */
class LocationRefused extends Error {
  override name = 'LocationRefused'
}

/** The position of the device, if the shopper allows it. */
function detectPosition(): Promise<Point> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new LocationRefused('Geolocation is not supported by this browser.'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => reject(new LocationRefused('Allow location access to get your location.')),
      { enableHighAccuracy: true, timeout: waitMs, maximumAge: 60_000 },
    )
  })
}
