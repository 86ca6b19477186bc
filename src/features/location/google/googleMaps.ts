import { getDefaultStore } from 'jotai'

import { hasGoogleFailedAtom } from './hasGoogleFailed.ts'
import {
  connectMaps,
  type MapsConnection,
  type MapsSettings,
  prepareFrame,
} from './mapsConnection.ts'

let connection: MapsConnection | undefined

/** Searches and lookups, through a hidden frame that is loaded when they are first wanted. */
export function googlePlaces(settings: MapsSettings): MapsConnection | undefined {
  if (getDefaultStore().get(hasGoogleFailedAtom)) return undefined
  if (connection) return connection
  const frame = document.createElement('iframe')
  const { src, sandbox } = prepareFrame(settings)
  Object.assign(frame, { title: 'Google Maps', hidden: true, src })
  frame.setAttribute('sandbox', sandbox)
  connection = connectMaps(frame, { settings, onFail: giveUpGoogle })
  document.body.append(frame)
  const { close } = connection
  connection.close = () => {
    close()
    frame.remove()
  }
  return connection
}

/** After a failure that another try would not mend: a bad key, no quota, no way to Google. */
export function giveUpGoogle(): void {
  getDefaultStore().set(hasGoogleFailedAtom, true)
  connection?.close()
  connection = undefined
}
