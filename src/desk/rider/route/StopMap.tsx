import { useAtomValue } from 'jotai'
import useSWR from 'swr'

import { calls } from '#contract/api/calls.ts'
import { StoreResponse } from '#contract/store/storeFacts.ts'
import { lastPointAtom } from '#desk/rider/position/sharedPosition.ts'
import { texts as riderTexts } from '#desk/rider/texts.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows } from '#desk/ui/feedback/PageState.tsx'
import { hasGoogleFailedAtom } from '#features/location/google/hasGoogleFailed.ts'
import type { MapsSettings } from '#features/location/google/mapsConnection.ts'
import { PinsMap } from '#features/location/google/PinsMap.tsx'
import { parseResponse, sendCall } from '#platform/api/client.ts'
import type { Stop } from './stopOrder.ts'

const texts = riderTexts.route

/** For a store without a Google Maps ID, which markers require. */
const defaultMapId = 'DEMO_MAP_ID'

/** Public settings of the store; undefined without a key. */
async function readMapsSettings(): Promise<MapsSettings | undefined> {
  const { result } = await parseResponse(StoreResponse, sendCall(calls.readStore, {}))
  const { googleKey, googleMapId = defaultMapId, frameOrigin } = result.maps
  return googleKey ? { key: googleKey, mapId: googleMapId, origin: frameOrigin } : undefined
}

/** The stops on Google's map, numbered as in the list, and where the rider is. */
export function StopMap({ stops }: { stops: Stop[] }) {
  const { data: settings, error, isLoading } = useSWR('maps-settings', readMapsSettings)
  const hasFailed = useAtomValue(hasGoogleFailedAtom)
  const here = useAtomValue(lastPointAtom)
  if (isLoading) return <LoadingRows label={texts.loadingMap} count={3} />
  const pins = stops.flatMap(({ name, point }, position) =>
    point ? [{ point, label: texts.pin(position + 1, name), mark: String(position + 1) }] : [],
  )
  if (!settings || error || hasFailed || pins.length === 0) {
    return <Note kind="warn">{texts.noMap}</Note>
  }
  const own = here ? [{ point: here, label: texts.you }] : []
  return <PinsMap settings={settings} title={texts.map} pins={[...pins, ...own]} />
}
