import * as v from 'valibot'

import { Address, NewAddress } from '#contract/account/account.ts'
import {
  listResponseSchema,
  optionalField,
  responseSchema,
  type StaffSchemasByCall,
} from '#contract/api/fields.ts'
import { ContactNumber } from '#contract/account/auth.ts'
import { LineDetails, OptionalReceiver, Quantity } from '#contract/cart/cart.ts'
import * as rules from '#contract/rules.ts'
import { personName } from '#contract/values/personName.ts'
import { Instant } from './people.ts'

/** What history says about an order that the staff placed, and about one whose link to pay they closed. */
export const phoneOrderDone = {
  placed: 'placed the order for the customer',
  linkSent: 'sent the link to pay again',
  released: 'closed the link to pay and released the items',
} as const

const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Code = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))

/** A customer on the phone whom the store knows. */
const Caller = v.object({
  id: v.string(),
  name: v.string(),
  /** Placed before. */
  orderCount: v.number(),
  refusedDeliveries: v.number(),
  /** Newest first. */
  addresses: v.array(Address),
})
export type Caller = v.InferOutput<typeof Caller>

export const PhoneOrderItem = v.object({
  productId: Id,
  size: v.pipe(v.string(), v.minLength(1), v.maxLength(20)),
  quantity: Quantity,
  details: v.optional(LineDetails),
})
export type PhoneOrderItem = v.InferOutput<typeof PhoneOrderItem>

const PhoneOrderItems = v.pipe(
  v.array(PhoneOrderItem),
  v.minLength(1, 'Add an item'),
  v.maxLength(rules.cart.maxLines),
  v.check(
    (items) =>
      new Set(items.map(({ productId, size }) => `${size} ${productId}`)).size === items.length,
    'Give each size of a product once, with its quantity',
  ),
)

/** A line of a quote, with what the warehouse has of each size. */
const QuotedLine = v.object({
  ...PhoneOrderItem.entries,
  code: v.string(),
  name: v.string(),
  brand: v.string(),
  photo: v.nullable(v.string()),
  pricePaise: v.number(),
  inStock: v.number(),
})
export type QuotedLine = v.InferOutput<typeof QuotedLine>

/** What an order would cost, as the shopper's own checkout computes it. */
const PhoneQuote = v.object({
  lines: v.array(QuotedLine),
  itemsPaise: v.number(),
  couponPaise: v.number(),
  couponName: v.nullable(v.string()),
  /** Why the coupon does not apply; the amounts are then without it. */
  couponRefusal: v.nullable(v.string()),
  shippingPaise: v.number(),
  totalPaise: v.number(),
  /** Why it cannot be paid on delivery. */
  cashRefusal: v.nullable(v.string()),
})
export type PhoneQuote = v.InferOutput<typeof PhoneQuote>

const QuoteQuery = v.object({
  /** `PhoneOrderItems` as JSON: a read has no body. */
  items: v.pipe(v.string(), v.maxLength(20_000), v.parseJson(), PhoneOrderItems),
  /** The warehouse that delivers to the address. */
  warehouse: Id,
  coupon: v.optional(Code),
  /** A customer whom the store knows, and one of their addresses: both decide about cash, the customer about the coupon. */
  customerId: v.optional(Id),
  addressId: v.optional(Id),
})
export type QuoteQuery = v.InferOutput<typeof QuoteQuery>

export const PlacePhoneOrder = v.object({
  /** A number without an account gets one, which needs a name. */
  customer: v.object({
    contactNumber: ContactNumber,
    firstName: optionalField(personName(60)),
    lastName: optionalField(personName(60)),
  }),
  /** A saved address of the customer, or a new one, which is saved. */
  addressId: v.optional(Id),
  address: v.optional(NewAddress),
  receiver: v.optional(OptionalReceiver),
  items: PhoneOrderItems,
  coupon: optionalField(Code),
  paymentMethod: v.picklist(['cash', 'link']),
  /** What the person saw and said. It is only compared. */
  totalPaise: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The arrival time that the person said. */
  promisedBy: v.optional(v.pipe(v.string(), v.isoTimestamp())),
})
export type PlacePhoneOrder = v.InferOutput<typeof PlacePhoneOrder>

/** `waiting` for the payment, `paid`, or `expired`: the items are on sale again. */
export const PhoneOrderState = v.picklist(['waiting', 'paid', 'expired'])

/** An order that is to be paid by a link. */
const LinkOrder = v.object({
  number: v.string(),
  customer: v.string(),
  contactNumber: v.string(),
  totalPaise: v.number(),
  state: PhoneOrderState,
  /** Until when the link is valid and the items are held; null if it is not waiting. */
  heldUntil: v.nullable(Instant),
  /** When the link was last sent; null until the provider has sent it. */
  linkSentAt: v.nullable(Instant),
  placedAt: Instant,
})
export type LinkOrder = v.InferOutput<typeof LinkOrder>

const PlacedPhoneOrder = v.object({
  number: v.string(),
  totalPaise: v.number(),
  /** Of an order that is placed; one that waits for its payment is promised when it is paid. */
  promisedBy: v.nullable(Instant),
  /** Until when the link to pay is valid; null for an order that is placed. */
  heldUntil: v.nullable(Instant),
})
export type PlacedPhoneOrder = v.InferOutput<typeof PlacedPhoneOrder>

const LinkOrderResponse = responseSchema({ result: LinkOrder })

export const phoneOrderCalls = {
  findCaller: {
    query: v.object({ contactNumber: ContactNumber }),
    response: responseSchema({ result: v.object({ customer: v.nullable(Caller) }) }),
  },
  quotePhoneOrder: { query: QuoteQuery, response: responseSchema({ result: PhoneQuote }) },
  placePhoneOrder: {
    body: PlacePhoneOrder,
    response: responseSchema({ result: PlacedPhoneOrder }),
  },
  readLinkOrders: { response: listResponseSchema(LinkOrder) },
  sendLinkAgain: { response: LinkOrderResponse },
  releaseLinkOrder: { response: LinkOrderResponse },
} satisfies StaffSchemasByCall
