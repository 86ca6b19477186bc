import type { Point } from '#contract/location.ts'

const waitMs = 15_000

/** Why the device does not say where it is, in words for the shopper. */
export class LocationRefused extends Error {
  override name = 'LocationRefused'
}

/** Where the device is, if it can tell and the shopper lets it. */
export function detectPoint(): Promise<Point> {
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
