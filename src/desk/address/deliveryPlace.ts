import type { NewAddress } from '#contract/account/account.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import type { DeliveryPlace } from '#contract/staff/addressChange.ts'
import { withoutHouse } from '#contract/delivery/streetLine.ts'
import { isPinCode } from '#contract/values/codes.ts'
import { useRead } from '#desk/app/request.ts'
import { texts } from './texts.ts'

/** What is typed into the form of an address. */
export type AddressForm = Pick<NewAddress, 'label' | 'street' | 'city' | 'postalCode'> & {
  house: string
}

export const emptyAddress: AddressForm = {
  ...{ label: 'home', house: '', street: '', city: '', postalCode: '' },
}

/** The address of an order, for the form: it has a field of its own for the house. */
export const addressFormOf = (address: StaffOrder['address']): AddressForm => ({
  label: address.label,
  house: address.house,
  street: withoutHouse(address),
  city: address.city,
  postalCode: address.postalCode,
})

export type PlaceCheck = ReturnType<typeof useDeliveryPlace>

/** The point of a saved address; both parts are empty if it is not known. */
type SavedPoint = { latitude: string; longitude: string }

/** Where a PIN code is and which warehouse delivers there, or to the point, once all of it is typed. */
export function useDeliveryPlace(postalCode: string, point?: SavedPoint) {
  const isComplete = isPinCode(postalCode)
  const query = { postalCode, ...(point?.latitude && point) }
  const { data, problem, isReading, refresh } = useRead(
    'readDeliveryPlace',
    isComplete ? { query } : null,
    { shouldRetryOnError: false },
  )
  const place: DeliveryPlace | undefined = isComplete ? data?.result : undefined
  return { place, problem: isComplete ? problem : undefined, isReading, retry: refresh }
}

/** The city is filled in from the PIN code until somebody types it. */
export const cityOf = ({ city }: AddressForm, place: DeliveryPlace | undefined): string =>
  city || (place?.city ?? '')

/** What is missing in a form, if anything is. */
export function missingIn(form: AddressForm, place: DeliveryPlace | undefined): string | undefined {
  if (form.street.trim() === '') return texts.streetMissing
  if (!isPinCode(form.postalCode)) return texts.postalCodeMissing
  if (cityOf(form, place).trim() === '') return texts.cityMissing
  return undefined
}

/** The address as a call sends it. */
export const sentAddress = (form: AddressForm, place: DeliveryPlace | undefined) => ({
  ...form,
  house: form.house.trim(),
  city: cityOf(form, place),
  state: place?.state ?? '',
})

/** 'Indore 452010' */
export const placeName = ({ city }: DeliveryPlace, postalCode: string): string =>
  [city, postalCode].filter(Boolean).join(' ')
