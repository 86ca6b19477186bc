import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'

import { type Address, AddressLabel, type NewAddress } from '#contract/account/account.ts'
import { Place, Point } from '#contract/delivery/location.ts'
import {
  houseIsArea,
  houseMissing,
  streetIsArea,
  textBeside,
  withoutHouse,
} from '#contract/delivery/streetLine.ts'
import { isPinCode } from '#contract/values/codes.ts'
import { usePlaces } from '#features/location/places/usePlaces.ts'
import { connectivityAtom } from '#platform/connectivity/connectivityAtom.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

/** An unsaved address. */
export const AddressDraft = v.object({
  house: v.optional(v.string(), ''),
  street: v.string(),
  landmark: v.string(),
  city: v.string(),
  state: v.string(),
  postalCode: v.string(),
  label: v.optional(AddressLabel),
  point: Point,
  /** The address at the marker; undefined until it was looked up. */
  found: v.optional(Place),
  /** False while the map shows its initial place. */
  isPlaced: v.boolean(),
  /** Whether the shopper has entered anything; only then it is stored. */
  isEdited: v.boolean(),
  /** Last change, in ms since 1970. */
  editedAt: v.number(),
})
export type AddressDraft = v.InferOutput<typeof AddressDraft>

const draftLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** The stored draft, unless it has expired. */
export const unexpiredDraft = (draft: AddressDraft | undefined, nowMs: number) =>
  draft && nowMs - draft.editedAt < draftLifetimeMs ? draft : undefined

/** The default position: the store's own city. */
const storeCity: Point = { latitude: 22.7196, longitude: 75.8577 }

export function newDraft(address: Address | undefined, near: Point | undefined): AddressDraft {
  const { house = '', city = '', state = '', postalCode = '', label } = address ?? {}
  const point = address?.latitude
    ? { latitude: Number(address.latitude), longitude: Number(address.longitude) }
    : address
      ? undefined
      : near
  return {
    ...{ house, street: address ? withoutHouse(address) : '', landmark: '' },
    ...{ city, state, postalCode, label },
    point: point ?? near ?? storeCity,
    isPlaced: point !== undefined,
    isEdited: false,
    editedAt: 0,
  }
}

/**
 * Moves the marker. Typed fields stay: house, street and landmark always, city and PIN code as long as
 * the lookup returns the same for the new place.
 */
export function moveDraftTo(draft: AddressDraft, place: Place): AddressDraft {
  const { found } = draft
  const { city, state, postalCode, latitude, longitude } = place
  const before = found && linesOf(found)
  const after = linesOf(place)
  const hasOwnStreet = draft.street !== '' && draft.street !== before?.street
  const hasOwnLandmark = draft.landmark !== '' && draft.landmark !== before?.landmark
  const isInStreet = hasOwnStreet && textBeside(after.landmark, draft.street.split(',')) === ''
  const isSameCity = found?.city === city && draft.city !== ''
  const isSamePincode = found?.postalCode === postalCode && draft.postalCode !== ''
  return {
    ...draft,
    street: hasOwnStreet ? draft.street : after.street,
    landmark: hasOwnLandmark ? draft.landmark : isInStreet ? '' : after.landmark,
    city: isSameCity ? draft.city : city,
    state,
    postalCode: isSamePincode ? draft.postalCode : postalCode,
    point: { latitude, longitude },
    found: place,
  }
}

/** What a place fills into the form: the area is a landmark, because it has no door. */
function linesOf(place: Place): Pick<AddressDraft, 'street' | 'landmark'> {
  const { area } = place
  if (area === undefined) return { street: '', landmark: areaOf(place) }
  const parts = areaOf(place).split(', ')
  return { street: parts.filter((part) => part !== area).join(', '), landmark: area }
}

/** The part of a formatted address without a field of its own. */
export function areaOf({ formattedAddress, city, state, postalCode }: Place): string {
  const ownFields = new Set([city, state, postalCode, `${state} ${postalCode}`, 'India'])
  const parts = formattedAddress.split(', ').filter((part) => !ownFields.has(part))
  return parts.join(', ')
}

/** Whether the marker matches the fields, as far as that can be told without a map. */
export function hasMatchingMarker(draft: AddressDraft, saved: Address | undefined): boolean {
  const place = draft.found ?? (saved?.latitude ? saved : undefined)
  return place?.postalCode === draft.postalCode.trim() && place.city === draft.city.trim()
}

/** The address to save: the landmark is part of the street. */
export function addressOfDraft(draft: AddressDraft, label: AddressLabel): NewAddress {
  const { house, street, landmark, city, state, postalCode, point } = draft
  return {
    label,
    house: house.trim(),
    street: [street.trim(), landmark.trim()].filter(Boolean).join(', '),
    city: city.trim(),
    state,
    postalCode: postalCode.trim(),
    latitude: String(point.latitude),
    longitude: String(point.longitude),
  }
}

export type AddressProblems = {
  place?: string
  house?: string
  street?: string
  city?: string
  postalCode?: string
  label?: string
}

/** Whether a text names the area at the marker, and nothing in it. */
function namesAreaOnly(text: string, { found, city, state, postalCode }: AddressDraft): boolean {
  const area = found?.area ?? (found ? areaOf(found).replace(/^Near /, '') : '')
  return textBeside(text, [area, city, state, postalCode]) === ''
}

function houseProblem(draft: AddressDraft): string | undefined {
  if (!draft.house.trim()) return houseMissing
  return namesAreaOnly(draft.house, draft) ? houseIsArea : undefined
}

function streetProblem(draft: AddressDraft): string | undefined {
  if (!draft.street.trim()) return 'Enter your street'
  return namesAreaOnly(draft.street, draft) ? streetIsArea : undefined
}

/** @param isMarkerNeeded false where there is no map to put it on */
export function addressProblems(
  draft: AddressDraft,
  { isMarkerNeeded = true } = {},
): AddressProblems {
  const { isPlaced, city, postalCode, label } = draft
  const house = houseProblem(draft)
  const street = streetProblem(draft)
  return {
    ...(isPlaced || !isMarkerNeeded ? {} : { place: 'Choose your location on the map' }),
    ...(house ? { house } : {}),
    ...(street ? { street } : {}),
    ...(city.trim() ? {} : { city: 'Enter your city' }),
    ...(isPinCode(postalCode.trim()) ? {} : { postalCode: 'Enter a 6-digit PIN code' }),
    ...(label ? {} : { label: 'Please select an address label!' }),
  }
}

/**
 * Unsaved addresses, by the id of the edited address, or `new`. Stored on the device so that a
 * reload loses nothing; deleted when the address is saved or discarded, and at logout.
 */
const addressDraftsAtom = persistedAtom<Record<string, AddressDraft>>(
  'address-drafts',
  v.record(v.string(), AddressDraft),
  {},
)

type Start = { address: Address | undefined; near: Point | undefined }

/** The address form: filled in by hand, with the marker, or by searching for a place. */
export function useAddressDraft({ address, near }: Start) {
  const id = address?._id ?? 'new'
  const [drafts, setDrafts] = useAtom(addressDraftsAtom)
  const isRead = useAtomValue(addressDraftsAtom.isReadAtom)
  const [start, setStart] = useState(() => newDraft(address, near))
  const [openedAt] = useState(() => Date.now())
  const storedDraft = unexpiredDraft(drafts[id], openedAt)
  const draft = storedDraft ?? start
  const [problems, setProblems] = useState<AddressProblems>({})
  const { isLookingUp, lookUp, cancelLookup } = useLookup()
  const isOffline = useAtomValue(connectivityAtom).status === 'offline'

  /** Every action of the shopper stores the draft. */
  function edit(change: (before: AddressDraft) => AddressDraft) {
    setProblems({})
    void setDrafts((before) => ({
      ...before,
      [id]: {
        ...change(unexpiredDraft(before[id], openedAt) ?? start),
        isEdited: true,
        editedAt: Date.now(),
      },
    }))
  }
  function show(place: Place) {
    // The marker stays where it was put, not at the nearest known place.
    const fill = (before: AddressDraft) => ({ ...moveDraftTo(before, place), point: before.point })
    setStart(fill)
    void setDrafts((before) => {
      const stored = unexpiredDraft(before[id], openedAt)
      return stored ? { ...before, [id]: fill(stored) } : before
    })
  }

  // A new address starts with the place chosen before.
  const isPrefilled =
    isRead && !isOffline && !storedDraft && address === undefined && near !== undefined
  const prefill = useEffectEvent(() => lookUp(start.point, show))
  useEffect(() => {
    if (isPrefilled) void prefill()
  }, [isPrefilled])

  return {
    draft,
    isLookingUp,
    problems,
    change: (change: Partial<AddressDraft>) => edit((before) => ({ ...before, ...change })),
    moveMarker: (point: Point) => {
      edit((before) => ({ ...before, point, isPlaced: true }))
      void lookUp(point, show)
    },
    goTo: (place: Place) => {
      // Its address is known, so a pending lookup belongs to another point.
      cancelLookup()
      edit((before) => ({ ...moveDraftTo(before, place), isPlaced: true }))
    },
    /** Checks that a place is chosen, and shows the error if not. */
    checkPlace(): boolean {
      const { place } = addressProblems(draft, { isMarkerNeeded: !isOffline })
      setProblems((current) => (place ? { ...current, place } : current))
      return place === undefined
    },
    /**
     * The address to save; undefined if something is missing, which is then shown.
     *
     * @param hasSeenMap whether the shopper could see the marker
     */
    finish(hasSeenMap: boolean): NewAddress | undefined {
      const draftProblems = addressProblems(draft, { isMarkerNeeded: !isOffline })
      setProblems(draftProblems)
      const { label } = draft
      if (!label || Object.keys(draftProblems).length > 0) return undefined
      const written = addressOfDraft(draft, label)
      if ((hasSeenMap && !isOffline) || hasMatchingMarker(draft, address)) return written
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
