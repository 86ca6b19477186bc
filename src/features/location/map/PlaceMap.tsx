import type { Point } from '#contract/location.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { useGoogleSettings } from '#features/location/places/usePlaces.ts'
import { PinMap } from './PinMap.tsx'

type Props = { point: Point; onMove: (point: Point) => void }

const loadGoogleMap = () => import('#features/location/google/GoogleMap.tsx')

/** A map with a draggable pin: Google's if the store has a key and it works, else its own. */
export function PlaceMap(props: Props) {
  const settings = useGoogleSettings()
  const { module } = useDeferredImport(loadGoogleMap, settings !== undefined)
  if (!settings || !module) return <PinMap {...props} />
  return <module.GoogleMap settings={settings} {...props} />
}
