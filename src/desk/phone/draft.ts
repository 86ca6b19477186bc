import { useRef, useState } from 'react'
import * as v from 'valibot'

import { type Address, AddressLabel } from '#contract/account/account.ts'
import { type Caller, PhoneOrderItem } from '#contract/staff/phoneOrders.ts'
import * as rules from '#contract/rules.ts'
import { emptyAddress } from '#desk/address/deliveryPlace.ts'
import { forgetPhoneDraft, readPhoneDraft, savePhoneDraft } from '#desk/app/phoneDraft.ts'

const DraftItem = v.object({
  ...PhoneOrderItem.entries,
  code: v.string(),
  name: v.string(),
  brand: v.string(),
  photo: v.nullable(v.string()),
})
export type DraftItem = v.InferOutput<typeof DraftItem>

const Draft = v.object({
  phone: v.string(),
  /** Of a customer whom the store does not know. */
  name: v.string(),
  /** A saved address, or `newAddress`; null until one is chosen, which is the newest. */
  addressId: v.nullable(v.string()),
  address: v.object({
    label: AddressLabel,
    house: v.string(),
    street: v.string(),
    city: v.string(),
    postalCode: v.string(),
  }),
  /** Null if the customer receives it. */
  receiver: v.nullable(v.object({ name: v.string(), phone: v.string() })),
  items: v.array(DraftItem),
  coupon: v.string(),
  payment: v.picklist(['cash', 'link']),
  /** The order as it was sent, and its key: sent again, it is the same order. */
  attempt: v.nullable(v.object({ key: v.string(), content: v.string(), body: v.string() })),
})
export type Draft = v.InferOutput<typeof Draft>
type Attempt = NonNullable<Draft['attempt']>

/** In the place of a saved address: the one in `address`. */
export const newAddress = 'new'

/** The saved address that the order goes to, if it is one. */
export function savedAddressOf(
  { addressId }: Pick<Draft, 'addressId'>,
  customer: Caller | null | undefined,
): Address | undefined {
  if (!customer || addressId === newAddress) return undefined
  return customer.addresses.find(({ _id }) => _id === addressId) ?? customer.addresses[0]
}

const emptyDraft: Draft = {
  ...{ phone: '', name: '', addressId: null, address: emptyAddress, receiver: null },
  ...{ items: [], coupon: '', payment: 'cash', attempt: null },
}

function storedDraft(personId: string): Draft | undefined {
  const { success, output } = v.safeParse(Draft, readPhoneDraft(personId))
  return success ? output : undefined
}

/** What was entered, as this person left it on this device. */
export function useDraft(personId: string) {
  const [restored] = useState(() => storedDraft(personId))
  const [draft, setDraft] = useState(restored ?? emptyDraft)
  // What is typed while the order is being sent must not be lost when its answer arrives.
  const latest = useRef(draft)

  function store(changes: Partial<Draft>) {
    latest.current = { ...latest.current, ...changes }
    setDraft(latest.current)
    savePhoneDraft(personId, latest.current)
  }
  return {
    draft,
    isRestored: restored !== undefined,
    isEmpty: draft.phone === '' && draft.items.length === 0,
    change: store,
    /**
     * What is sent for this order, and under which key: another one once its content has changed. The promise is not content:
     * it moves on with the clock.
     */
    attemptFor: (content: object, promisedBy: string | undefined): Attempt => {
      const text = JSON.stringify(content)
      const before = latest.current.attempt
      if (before?.content === text) return before
      const body = JSON.stringify({ ...content, promisedBy })
      const attempt = { key: crypto.randomUUID(), content: text, body }
      store({ attempt })
      return attempt
    },
    /** After a refusal, which the server has stored under the key. */
    dropKey: () => store({ attempt: null }),
    clear: () => {
      forgetPhoneDraft()
      latest.current = emptyDraft
      setDraft(emptyDraft)
    },
  }
}

type ChosenSize = Omit<DraftItem, 'quantity'>

const isSame = (a: ChosenSize, b: ChosenSize) => a.productId === b.productId && a.size === b.size

/** One piece more of a size, which may be in the order already. */
export function withItem(items: DraftItem[], chosen: ChosenSize): DraftItem[] {
  if (!items.some((item) => isSame(item, chosen))) return [...items, { ...chosen, quantity: 1 }]
  return items.map((item) =>
    isSame(item, chosen)
      ? { ...item, quantity: Math.min(rules.cart.maxQuantity, item.quantity + 1) }
      : item,
  )
}

/** The items without what only the form shows of them. */
export const orderItemsOf = (items: DraftItem[]): PhoneOrderItem[] =>
  items.map(({ productId, size, quantity, details }) => ({
    productId,
    size,
    quantity,
    details,
  }))

/** The items with this quantity of one of them; 0 removes it. */
export const withQuantity = (items: DraftItem[], changed: DraftItem, quantity: number) =>
  items
    .map((item) => (isSame(item, changed) ? { ...item, quantity } : item))
    .filter((item) => item.quantity > 0)
