import type { Address } from '#contract/account/account.ts'
import type { PhoneOrderItem } from '#contract/staff/phoneOrders.ts'
import { isPinCode } from '#contract/values/codes.ts'
import { cleanPhone, phonePattern } from '#contract/values/phone.ts'
import {
  type AddressProblems,
  type PlaceCheck,
  placeName,
  problemsInAddress,
  problemsInReceiver,
  type ReceiverProblems,
  sentAddress,
} from '#desk/address/deliveryPlace.ts'
import { texts as addressTexts } from '#desk/address/texts.ts'
import type { Draft } from './draft.ts'
import type { Quote, useCaller } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Order = {
  draft: Draft
  caller: Pick<ReturnType<typeof useCaller>, 'customer' | 'problem'>
  /** The saved address that is chosen; without it the new one counts. */
  saved: Address | undefined
  check: PlaceCheck
  warehouse: { isOwn: boolean } | undefined
  quote: Quote | undefined
}

export type FieldProblems = Partial<Record<'phone' | 'name', string>> &
  AddressProblems &
  ReceiverProblems

/** What is missing, by field; the address is entered once the caller is known. */
export function problemsByField({
  draft: { phone, name, address, receiver },
  ...order
}: Pick<Order, 'draft' | 'caller' | 'saved' | 'check'>): FieldProblems {
  const { customer } = order.caller
  if (!phonePattern.test(phone)) return { phone: texts.phoneMissing }
  if (customer === undefined) return {}
  return {
    ...(customer === null && name.trim() === '' && { name: texts.nameMissing }),
    ...(!order.saved && problemsInAddress(address, order.check.place)),
    ...(receiver && problemsInReceiver(receiver)),
  }
}

/** Why the order cannot be placed yet, the first thing of the form first. */
export function problemInOrder({ draft, caller, saved, check, ...order }: Order) {
  if (Object.keys(problemsByField({ draft, caller, saved, check })).length > 0) {
    return texts.checkMarked
  }
  if (caller.customer === undefined) return caller.problem ? texts.couldNotSearch : texts.searching
  const verdict = placeVerdict({ check, warehouse: order.warehouse, saved, draft })
  if (!verdict) return addressTexts.checking
  if (!verdict.isGood) return verdict.text
  if (draft.items.length === 0) return texts.itemMissing
  return order.quote && refusalIn(order.quote, draft)
}

/** What the quote says against the order. The server decides again when it is placed. */
function refusalIn({ lines, couponRefusal, cashRefusal }: Quote, draft: Draft): string | undefined {
  // The price of the items as they were a moment ago.
  if (textOf(lines) !== textOf(draft.items)) return texts.pricing
  if (lines.some(({ quantity, inStock }) => quantity > inStock)) return texts.tooMany
  if (draft.coupon !== '' && couponRefusal !== null) return texts.couponFirst
  return draft.payment === 'cash' && cashRefusal !== null ? texts.noCash(cashRefusal) : undefined
}

const textOf = (items: PhoneOrderItem[]): string =>
  JSON.stringify(items.map(({ productId, size, quantity }) => [productId, size, quantity]))

type Placed = {
  check: PlaceCheck
  warehouse: { isOwn: boolean; name?: string } | undefined
  saved: Address | undefined
  draft: Draft
}

/** Whether the address can be delivered to, by a warehouse of the person; undefined until that is known. */
export function placeVerdict({ check: { place }, warehouse, saved, draft }: Placed) {
  // Saved by a form without a map, with a PIN code that nobody knows.
  if (saved && (saved.latitude === '' || !isPinCode(saved.postalCode))) {
    return { isGood: false, text: texts.noPoint }
  }
  if (!place) return undefined
  const postalCode = saved?.postalCode ?? draft.address.postalCode
  if (place.city === null) return { isGood: false, text: addressTexts.unknownPlace(postalCode) }
  const name = placeName(place, postalCode)
  if (!warehouse) {
    const [closed] = place.warehouses
    const text = closed ? addressTexts.closed(closed.name) : addressTexts.notServed(name)
    return { isGood: false, text }
  }
  return warehouse.isOwn
    ? { isGood: true, text: '' }
    : { isGood: false, text: texts.notYours(name, warehouse.name ?? '') }
}

/** The order as the call takes it, apart from the promise. */
export function contentOf({
  draft,
  caller,
  saved,
  check,
  totalPaise,
}: Omit<Order, 'warehouse' | 'quote'> & { totalPaise: number }) {
  const { phone, name, receiver, items, coupon, payment } = draft
  const [firstName, ...otherNames] = name.trim().split(/\s+/)
  return {
    customer: {
      contactNumber: phone,
      ...(caller.customer === null && { firstName, lastName: otherNames.join(' ') }),
    },
    ...(saved ? { addressId: saved._id } : { address: sentAddress(draft.address, check.place) }),
    ...(receiver && {
      receiver: { name: receiver.name.trim(), contactNumber: cleanPhone(receiver.phone) },
    }),
    items: items.map(({ productId, size, quantity }) => ({ productId, size, quantity })),
    ...(coupon && { coupon }),
    ...{ paymentMethod: payment, totalPaise },
  }
}
