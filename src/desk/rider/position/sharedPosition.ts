import { atom, getDefaultStore } from 'jotai'

import type { Point } from '#contract/delivery/location.ts'
import { request } from '#desk/app/request.ts'
import { deliveriesAtom } from '#desk/rider/deliveries.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'

/**
 * Where the rider is, for the customers of the orders that they are on the way with. The phone watches it only while
 * there is such an order, and only after the rider has agreed.
 */

/** A setting of the phone: nobody is asked twice. */
const storageKey = 'desk-share-position'
type Sharing = 'unasked' | 'on' | 'off'

function readSetting(): Sharing {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'on' || stored === 'off' ? stored : 'unasked'
  } catch {
    return 'unasked'
  }
}

const store = getDefaultStore()
export const sharingAtom = atom<Sharing>(readSetting())

/** Where the phone was last while it was watched. It is not stored. */
export const lastPointAtom = atom<Point | null>(null)

/** Whether the browser does not let the desk read the position. */
export const isDeniedAtom = atom(false)

/** Whether there is an order whose customer would see the position. */
export const isOnTheWayAtom = atom(
  (get) => get(deliveriesAtom)?.some(({ state }) => state === 'onTheWay') ?? false,
)

export function setSharing(isOn: boolean): void {
  const setting = isOn ? 'on' : 'off'
  store.set(isDeniedAtom, false)
  store.set(sharingAtom, setting)
  try {
    localStorage.setItem(storageKey, setting)
  } catch {
    // It then lasts as long as the page.
  }
}

/** At most this often, a position is sent. */
const sendEveryMs = 12_000

let watchId: number | undefined
let newest: GeolocationCoordinates | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let sentAt = 0

const isWanted = () => store.get(sharingAtom) === 'on' && store.get(isOnTheWayAtom)

function update(): void {
  if (!isWanted() || !('geolocation' in navigator)) return stop()
  watchId ??= navigator.geolocation.watchPosition(
    ({ coords }) => {
      store.set(isDeniedAtom, false)
      newest = coords
      store.set(lastPointAtom, { latitude: coords.latitude, longitude: coords.longitude })
      plan()
    },
    ({ code, PERMISSION_DENIED }) => {
      if (code === PERMISSION_DENIED) store.set(isDeniedAtom, true)
    },
    { enableHighAccuracy: true, maximumAge: 10_000, timeout: 60_000 },
  )
}

function stop(): void {
  if (watchId !== undefined) navigator.geolocation.clearWatch(watchId)
  clearTimeout(timer)
  watchId = newest = timer = undefined
}

/** Sends the newest position as soon as the pause after the last one is over. */
function plan(): void {
  timer ??= setTimeout(() => void send(), Math.max(0, sentAt + sendEveryMs - Date.now()))
}

async function send(): Promise<void> {
  timer = undefined
  if (!newest || !isWanted() || store.get(connectivityAtom).status === 'offline') return
  const { latitude, longitude } = newest
  newest = undefined
  sentAt = Date.now()
  // The next position replaces one that did not arrive.
  await request('sendPosition', { body: { latitude, longitude } }).catch(() => undefined)
}

let isStarted = false

/** Shares the position from then on, whatever page is open. */
export function startSharing(): void {
  if (isStarted) return
  isStarted = true
  store.sub(sharingAtom, update)
  store.sub(isOnTheWayAtom, update)
  update()
}
