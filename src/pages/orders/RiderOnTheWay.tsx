import useSWR from 'swr'

import { calls } from '#contract/api/calls.ts'
import { clockTime, minuteMs } from '#contract/values/indianTime.ts'
import { type Order, type RiderPosition, RiderPositionResponse } from '#contract/orders/order.ts'
import { useGoogleSettings } from '#features/location/places/usePlaces.ts'
import { parseResponse, request } from '#platform/api/http.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { polling } from '#platform/api/polling.ts'
import { pollEvery } from '#platform/connectivity/connectivityAtom.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './RiderOnTheWay.module.css'

const loadMap = () => import('#features/location/google/PinsMap.tsx')

/** The rider's phone says where it is about as often. */
const pollMs = 12_000
const almostThereKm = 0.2

/** Where the rider of an order on the way is, if they share it: on a map, and in words. */
export default function RiderOnTheWay({ order: { _id: id } }: { order: Order }) {
  const { data } = useSWR<RiderPosition | null, Error>(
    ['rider-position', id],
    async () => {
      const sent = request(calls.readRiderPosition, { params: { id } })
      return (await parseResponse(RiderPositionResponse, sent)).result
    },
    polling(pollEvery(pollMs)),
  )
  return data ? <Position position={data} /> : null
}

function Position({ position }: { position: RiderPosition }) {
  const settings = useGoogleSettings()
  const { module } = useDeferredImport(loadMap, settings !== undefined)
  const { latitude, longitude, at, destination } = position
  return (
    <section className={styles.position} aria-label="Where your delivery agent is">
      <p className={styles.text} role="status">
        <Icon name="pin" size="s" />
        <span>{distanceText(position)}</span>
      </p>
      {settings && destination && module && (
        <module.PinsMap
          settings={settings}
          title="Map with your delivery agent and your address"
          pins={[
            { point: { latitude, longitude }, label: 'Your delivery agent' },
            { point: destination, label: 'Your address' },
          ]}
        />
      )}
      <p className={styles.when}>{`Updated at ${clockTime(new Date(at))}`}</p>
    </section>
  )
}

/** 'Your delivery agent is 2.4 km away and arrives at about 4:23 pm' */
function distanceText({ distanceKm, minutes, at }: RiderPosition): string {
  if (distanceKm === null || minutes === null) return 'Your delivery agent is on the way to you'
  const away = distanceKm < almostThereKm ? 'almost there' : `${distanceKm} km away`
  const arrival = clockTime(new Date(Date.parse(at) + minutes * minuteMs))
  return `Your delivery agent is ${away} and arrives at about ${arrival}`
}
