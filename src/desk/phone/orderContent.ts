import type { Address } from '#contract/account/account.ts'
import type { PhoneOrderItem } from '#contract/staff/phoneOrders.ts'
import { isPinCode } from '#contract/values/codes.ts'
import { cleanPhone, phonePattern } from '#contract/values/phone.ts'
import {
  type AddressProblems,
  type PlaceCheck,
  placeName,
  type PlaceVerdict,
  problemsInAddress,
  problemsInReceiver,
  type ReceiverProblems,
  sentAddress,
} from '#desk/address/deliveryPlace.ts'
import { texts as addressTexts } from '#desk/address/texts.ts'
import { type Draft, orderItemsOf } from './draft.ts'
import type { Quote, useCaller } from './phoneOrder.ts'
import { texts } from './texts.ts'

type Order = {
  draft: Draft
  caller: Pick<ReturnType<typeof useCaller>, 'customer' | 'problem'>
  /** The saved address that is chosen; without it the new one counts. */
  saved: Address | undefined
  check: PlaceCheck
  warehouse: { isOwn: boolean; name?: string } | undefined
  quote: Quote | undefined
}

export type FieldProblems = Partial<Record<'phone' | 'name' | 'items', string>> &
  AddressProblems &
  ReceiverProblems

/** What is wrong, by field. The name, the address and the receiver are asked for once the caller is known. */
export function problemsByField(order: Omit<Order, 'quote'>): FieldProblems {
  const { draft, caller, saved, check } = order
  const { phone, name, address, receiver, items } = draft
  const isPhoneMissing = !phonePattern.test(phone)
  const isCallerKnown = !isPhoneMissing && caller.customer !== undefined
  return {
    ...(isPhoneMissing && { phone: texts.phoneMissing }),
    ...(isCallerKnown && {
      ...(caller.customer === null && name.trim() === '' && { name: texts.nameMissing }),
      ...(!saved && problemsInAddress(address, check.place, placeVerdict(order))),
      ...(receiver && problemsInReceiver(receiver)),
    }),
    ...(items.length === 0 && { items: texts.itemMissing }),
  }
}

/** Why the order cannot be placed yet. */
export function problemInOrder(order: Order): string | undefined {
  const { draft, caller } = order
  if (Object.keys(problemsByField(order)).length > 0) return texts.checkMarked
  if (caller.customer === undefined) return caller.problem ? texts.couldNotSearch : texts.searching
  const verdict = placeVerdict(order)
  if (!verdict) return addressTexts.checking
  if (!verdict.isGood) return verdict.text
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

type Placed = Pick<Order, 'draft' | 'saved' | 'check' | 'warehouse'>

/** Whether the address can be delivered to, by a warehouse of the person; undefined until that is known. */
export function placeVerdict({
  check: { place },
  warehouse,
  saved,
  draft,
}: Placed): PlaceVerdict | undefined {
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
    items: orderItemsOf(items),
    ...(coupon && { coupon }),
    ...{ paymentMethod: payment, totalPaise },
  }
}
