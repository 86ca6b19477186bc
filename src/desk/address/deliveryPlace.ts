import type { NewAddress } from '#contract/account/account.ts'
import type { StaffOrder } from '#contract/staff/board.ts'
import type { DeliveryPlace } from '#contract/staff/addressChange.ts'
import { withoutHouse } from '#contract/delivery/streetLine.ts'
import { isPinCode } from '#contract/values/codes.ts'
import { cleanPhone, phonePattern } from '#contract/values/phone.ts'
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

/** Whether another city was typed than the PIN code's. That can be right: a town shares the PIN code of its city. */
export const isOtherCity = ({ city }: AddressForm, place: DeliveryPlace | undefined): boolean =>
  Boolean(city.trim() && place?.city) && city.trim().toLowerCase() !== place?.city?.toLowerCase()

/** `place` is why nobody can deliver to the PIN code, which the form says below it. */
export type AddressProblems = Partial<Record<'street' | 'postalCode' | 'city' | 'place', string>>

/** Who delivers to a PIN code, or why nobody does. */
export type PlaceVerdict = { isGood: boolean; text: string }

/** What is wrong with an address, by field. The city is not missing before its PIN code has been typed. */
export function problemsInAddress(
  form: AddressForm,
  place: DeliveryPlace | undefined,
  verdict: PlaceVerdict | undefined,
): AddressProblems {
  const isCityMissing = isPinCode(form.postalCode) && cityOf(form, place).trim() === ''
  return {
    ...(form.street.trim() === '' && { street: texts.streetMissing }),
    ...(!isPinCode(form.postalCode) && { postalCode: texts.postalCodeMissing }),
    ...(verdict?.isGood === false && { place: verdict.text }),
    ...(isCityMissing && verdict?.isGood !== false && { city: texts.cityMissing }),
  }
}

/** Who receives an order in place of the customer, as typed. */
export type ReceiverForm = { name: string; phone: string }
export type ReceiverProblems = Partial<Record<'receiverName' | 'receiverPhone', string>>

export const problemsInReceiver = ({ name, phone }: ReceiverForm): ReceiverProblems => ({
  ...(name.trim() === '' && { receiverName: texts.receiverNameMissing }),
  ...(!phonePattern.test(cleanPhone(phone)) && { receiverPhone: texts.receiverPhoneMissing }),
})

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
