import { getDefaultStore } from 'jotai'

import {
  couldNotLookUp,
  googlePrefix,
  ownPlaces,
  type Places,
} from '#features/location/places/ownPlaces.ts'
import {
  connectMaps,
  type MapsConnection,
  type MapsSettings,
  prepareFrame,
} from './mapsConnection.ts'
import { giveUpGoogle, hasGoogleFailedAtom, onGiveUp } from './hasGoogleFailed.ts'

let opened: MapsConnection | undefined

/** Searches and lookups go through a hidden frame that is loaded when they are first wanted. */
function open(settings: MapsSettings): MapsConnection {
  if (getDefaultStore().get(hasGoogleFailedAtom)) throw new Error('Google Maps cannot be used')
  if (opened) return opened
  const frame = document.createElement('iframe')
  const { src, sandbox } = prepareFrame(settings)
  Object.assign(frame, { title: 'Google Maps', hidden: true, src })
  frame.setAttribute('sandbox', sandbox)
  const connection = connectMaps(frame, { settings, onFail: giveUpGoogle })
  onGiveUp(() => {
    connection.close()
    frame.remove()
    opened = undefined
  })
  document.body.append(frame)
  opened = connection
  return connection
}

/**
 * Google's places. What Google does not know is asked of the store's own list, and so is everything
 * once Google has failed.
 */
export function googlePlaces(settings: MapsSettings): Places {
  return {
    async search(words) {
      try {
        const found = await open(settings).search(words)
        if (found.length > 0) return found.map((one) => ({ ...one, _id: googlePrefix + one._id }))
      } catch {
        giveUpGoogle()
      }
      return ownPlaces.search(words)
    },

    async read(id) {
      if (!id.startsWith(googlePrefix)) return ownPlaces.read(id)
      try {
        const place = await open(settings).read(id.slice(googlePrefix.length))
        if (place) return place
        throw new Error('This place has no details')
      } catch (error) {
        giveUpGoogle()
        throw error
      }
    },

    async lookUp(point) {
      try {
        const found = await open(settings).reverse(point)
        if (found) return found
      } catch {
        giveUpGoogle()
        await couldNotLookUp()
      }
      return ownPlaces.lookUp(point)
    },
  }
}
