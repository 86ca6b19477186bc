import { useState } from 'react'

import type { Place } from '#contract/location.ts'
import { toastFailure } from '#platform/toasts.ts'
import { detectPoint, LocationRefused } from './detectPoint.ts'
import { usePlaces } from './usePlaces.ts'

/** Asks the device where it is and gives the place there; a failure shows a message. */
export function useDetection(onFound: (place: Place) => void) {
  const places = usePlaces()
  const [isDetecting, setIsDetecting] = useState(false)

  async function detect() {
    setIsDetecting(true)
    try {
      const point = await detectPoint()
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
