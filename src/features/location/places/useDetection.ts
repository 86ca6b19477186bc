import { useState } from 'react'

import type { Place } from '#contract/location.ts'
import { tellFailure } from '#platform/tell.ts'
import { detectPoint, LocationRefused } from './detectPoint.ts'
import { reversePlace } from './locationApi.ts'

const couldNotLookUp = tellFailure(
  'Something went wrong while fetching your address from google map api.',
)

/** Asks the device where it is and gives the place there; a failure is told. */
export function useDetection(onFound: (place: Place) => void) {
  const [isDetecting, setIsDetecting] = useState(false)

  async function detect() {
    setIsDetecting(true)
    try {
      const point = await detectPoint()
      onFound({ ...(await reversePlace(point)), ...point })
    } catch (error) {
      if (error instanceof LocationRefused) await tellFailure(error.message)()
      else await couldNotLookUp()
    }
    setIsDetecting(false)
  }

  return { isDetecting, detect: () => void detect() }
}
