import { getDefaultStore } from 'jotai'

import {
  toastLookupFailure,
  googlePrefix,
  gazetteerPlaces,
  type Places,
} from '#features/location/places/locationApi.ts'
import {
  connectMaps,
  type MapsConnection,
  type MapsSettings,
  prepareFrame,
} from './mapsConnection.ts'
import { disableGoogle, hasGoogleFailedAtom, onGoogleDisabled } from './hasGoogleFailed.ts'

let opened: MapsConnection | undefined

/** Searches and lookups use a hidden frame that is loaded with the first one. */
function open(settings: MapsSettings): MapsConnection {
  if (getDefaultStore().get(hasGoogleFailedAtom)) throw new Error('Google Maps cannot be used')
  if (opened) return opened
  const frame = document.createElement('iframe')
  const { src, sandbox } = prepareFrame(settings)
  Object.assign(frame, { title: 'Google Maps', hidden: true, src })
  frame.setAttribute('sandbox', sandbox)
  const connection = connectMaps(frame, { settings, onFail: disableGoogle })
  onGoogleDisabled(() => {
    connection.close()
    frame.remove()
    opened = undefined
  })
  document.body.append(frame)
  opened = connection
  return connection
}

/**
 * Places from Google, else from the store's gazetteer; after a failure of Google only from the
 * latter.
 */
export function googlePlaces(settings: MapsSettings): Places {
  return {
    async search(words) {
      try {
        const places = await open(settings).search(words)
        if (places.length > 0) {
          return places.map((place) => ({ ...place, _id: googlePrefix + place._id }))
        }
      } catch {
        disableGoogle()
      }
      return gazetteerPlaces.search(words)
    },

    async read(id) {
      if (!id.startsWith(googlePrefix)) return gazetteerPlaces.read(id)
      try {
        const place = await open(settings).read(id.slice(googlePrefix.length))
        if (place) return place
        throw new Error('This place has no details')
      } catch (error) {
        disableGoogle()
        throw error
      }
    },

    async lookUp(point) {
      try {
        const place = await open(settings).reverse(point)
        if (place) return place
      } catch {
        disableGoogle()
        await toastLookupFailure()
      }
      return gazetteerPlaces.lookUp(point)
    },
  }
}
