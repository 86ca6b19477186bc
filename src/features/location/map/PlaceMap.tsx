import { lazy, Suspense } from 'react'

import type { Point } from '#contract/location.ts'
import { useGoogleSettings } from '#features/location/places/usePlaces.ts'
import { PinMap } from './PinMap.tsx'

type Props = { point: Point; onMove: (point: Point) => void }

const GoogleMap = lazy(() =>
  import('#features/location/google/GoogleMap.tsx').then(
    (module) => ({ default: module.GoogleMap }),
    // Without a connection its code cannot be had either.
    () => ({ default: ({ point, onMove }: Props) => <PinMap point={point} onMove={onMove} /> }),
  ),
)

/** A map with a draggable pin: Google's if the store has a key and it works, else its own. */
export function PlaceMap(props: Props) {
  const settings = useGoogleSettings()
  const ownMap = <PinMap {...props} />
  if (!settings) return ownMap
  return (
    <Suspense fallback={ownMap}>
      <GoogleMap settings={settings} {...props} />
    </Suspense>
  )
}
