import { useEffect, useState } from 'react'

import type { Address, NewAddress } from '#contract/address.ts'
import type { Place, Point } from '#contract/location.ts'
import { tellFailure } from '#platform/tell.ts'
import { type AddressDraft, addressOfDraft, atPlace, draftOf } from './addressDraft.ts'
import type { AddressProblems } from './AddressForm.tsx'
import { reversePlace } from '#features/location/places/locationApi.ts'

const couldNotLookUp = tellFailure(
  'Something went wrong while fetching your address from google map api.',
)

type Start = { address: Address | undefined; near: Point | undefined }

/** The address that is being written: by hand, by the pin, or by a place that was searched. */
export function useAddressDraft({ address, near }: Start) {
  const [draft, setDraft] = useState(() => draftOf(address, near))
  /** Where the map opens by itself is nobody's address. */
  const [isPlaced, setIsPlaced] = useState(Boolean(address ? address.latitude : near))
  const isPrefilled = address === undefined && near !== undefined
  const [isUpdating, setIsUpdating] = useState(isPrefilled)
  const [problems, setProblems] = useState<AddressProblems>({})

  const show = (place: Place | void) => {
    // The pin stays where it was put, wherever the nearest known place is.
    if (place) setDraft((before) => ({ ...atPlace(before, place), point: before.point }))
    setIsUpdating(false)
  }

  // A new address begins with what is known of the place that was chosen before.
  const [first] = useState(draft.point)
  useEffect(() => {
    if (isPrefilled) void reversePlace(first).catch(couldNotLookUp).then(show)
  }, [isPrefilled, first])

  function checkPlace(): boolean {
    if (!isPlaced)
      setProblems((found) => ({ ...found, place: 'Please choose the place on the map' }))
    return isPlaced
  }

  function placed() {
    setIsPlaced(true)
    setProblems({})
  }

  return {
    draft,
    isUpdating,
    problems,
    change: (change: Partial<AddressDraft>) => {
      setDraft((before) => ({ ...before, ...change }))
      setProblems({})
    },
    /** Whether the place is chosen; where it is not, that shows. */
    checkPlace,
    movePin: (point: Point) => {
      placed()
      setDraft((before) => ({ ...before, point }))
      setIsUpdating(true)
      void reversePlace(point).catch(couldNotLookUp).then(show)
    },
    goTo: (place: Place) => {
      placed()
      setDraft((before) => atPlace(before, place))
    },
    /** What can be saved; undefined where something is missing, which then shows. */
    finished: (): NewAddress | undefined => {
      const found = problemsOf(draft)
      setProblems(found)
      const { label } = draft
      if (!checkPlace()) return undefined
      return label && Object.keys(found).length === 0 ? addressOfDraft(draft, label) : undefined
    },
  }
}

function problemsOf({ street, city, label }: AddressDraft): AddressProblems {
  return {
    ...(street.trim() ? {} : { street: 'Please enter the address' }),
    ...(city.trim() ? {} : { city: 'Please enter the city' }),
    ...(label ? {} : { label: 'Please select an address label!' }),
  }
}
