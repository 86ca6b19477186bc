import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'

import type { Address, NewAddress } from '#contract/account.ts'
import type { Place, Point } from '#contract/location.ts'
import { usePlaces } from '#features/location/places/usePlaces.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import {
  AddressDraft,
  type AddressProblems,
  addressOfDraft,
  atPlace,
  hasMatchingPin,
  newDraft,
  problemsOf,
  unexpired,
} from './addressDraft.ts'

/**
 * Unsaved addresses, by the id of the address that is being changed, or `new`. Kept on the device so
 * that a reload loses nothing; removed when the address is saved or discarded, and on logout.
 */
const addressDraftsAtom = persistedAtom<Record<string, AddressDraft>>(
  'address-drafts',
  v.record(v.string(), AddressDraft),
  {},
)

type Start = { address: Address | undefined; near: Point | undefined }

/** The address that is being written: by hand, with the pin, or by searching for a place. */
export function useAddressDraft({ address, near }: Start) {
  const id = address?._id ?? 'new'
  const [drafts, setDrafts] = useAtom(addressDraftsAtom)
  const isRead = useAtomValue(addressDraftsAtom.isReadAtom)
  const [start, setStart] = useState(() => newDraft(address, near))
  const [openedAt] = useState(() => Date.now())
  const kept = unexpired(drafts[id], openedAt)
  const draft = kept ?? start
  const [problems, setProblems] = useState<AddressProblems>({})
  const { isLookingUp, lookUp, cancelLookup } = useLookup()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'

  /** What the shopper does makes it a draft that is kept. */
  function edit(change: (before: AddressDraft) => AddressDraft) {
    setProblems({})
    void setDrafts((before) => ({
      ...before,
      [id]: {
        ...change(unexpired(before[id], openedAt) ?? start),
        isEdited: true,
        editedAt: Date.now(),
      },
    }))
  }
  function show(place: Place) {
    // The pin stays where it was put, wherever the nearest known place is.
    const fill = (before: AddressDraft) => ({ ...atPlace(before, place), point: before.point })
    setStart(fill)
    void setDrafts((before) => {
      const stored = unexpired(before[id], openedAt)
      return stored ? { ...before, [id]: fill(stored) } : before
    })
  }

  // A new address begins with what is known about the place that was chosen before.
  const isPrefilled = isRead && !isOffline && !kept && address === undefined && near !== undefined
  const prefill = useEffectEvent(() => lookUp(start.point, show))
  useEffect(() => {
    if (isPrefilled) void prefill()
  }, [isPrefilled])

  return {
    draft,
    isLookingUp,
    problems,
    change: (change: Partial<AddressDraft>) => edit((before) => ({ ...before, ...change })),
    movePin: (point: Point) => {
      edit((before) => ({ ...before, point, isPlaced: true }))
      void lookUp(point, show)
    },
    goTo: (place: Place) => {
      // Its address is known: an answer that is still to come belongs to another point.
      cancelLookup()
      edit((before) => ({ ...atPlace(before, place), isPlaced: true }))
    },
    /** Whether the place is chosen; if not, that shows. */
    checkPlace(): boolean {
      const { place } = problemsOf(draft, { isPinNeeded: !isOffline })
      setProblems((found) => (place ? { ...found, place } : found))
      return place === undefined
    },
    /**
     * What can be saved; undefined if something is missing, which then shows.
     *
     * @param hasSeenMap whether the shopper could see where the pin is
     */
    finish(hasSeenMap: boolean): NewAddress | undefined {
      const found = problemsOf(draft, { isPinNeeded: !isOffline })
      setProblems(found)
      const { label } = draft
      if (!label || Object.keys(found).length > 0) return undefined
      const written = addressOfDraft(draft, label)
      if ((hasSeenMap && !isOffline) || hasMatchingPin(draft, address)) return written
      // The server finds the place, and its state, by the PIN code.
      return { ...written, state: '', latitude: undefined, longitude: undefined }
    },
    clear: () =>
      void setDrafts((before) =>
        Object.fromEntries(Object.entries(before).filter(([other]) => other !== id)),
      ),
  }
}

/** Looks up the address of a point. Only the latest lookup counts. */
function useLookup() {
  const places = usePlaces()
  const latest = useRef(0)
  const [isLookingUp, setIsLookingUp] = useState(false)
  useEffect(
    () => () => {
      latest.current += 1
    },
    [],
  )

  async function lookUp(point: Point, onFound: (place: Place) => void) {
    const turn = ++latest.current
    setIsLookingUp(true)
    const place = await places.lookUp(point)
    if (turn !== latest.current) return
    setIsLookingUp(false)
    if (place) onFound(place)
  }
  function cancelLookup() {
    latest.current += 1
    setIsLookingUp(false)
  }
  return { isLookingUp, lookUp, cancelLookup }
}
