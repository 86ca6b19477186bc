import type { Place, PlaceSuggestion, Point } from '#contract/location.ts'
import { toastFailure } from '#platform/toasts.ts'
import { readPlace, reversePlace, searchPlaces } from './locationApi.ts'

/** Begins the ids of places that Google suggests; the store's own ids are numbers. */
export const googlePrefix = 'google:'

export const couldNotLookUp = toastFailure(
  'Something went wrong while fetching your address from google map api.',
)

/** Places by name and by point. */
export type Places = {
  search: (words: string) => Promise<PlaceSuggestion[]>
  /** Rejects if the details of the place cannot be had. */
  read: (id: string) => Promise<Place>
  /** The address of a point. A failure shows a message; undefined if nobody knows the point. */
  lookUp: (point: Point) => Promise<Place | undefined>
}

/** The store's own list of Indian places. */
export const ownPlaces: Places = {
  search: searchPlaces,
  read: readPlace,
  lookUp: (point) =>
    reversePlace(point)
      .catch(couldNotLookUp)
      .then((place) => place ?? undefined),
}
