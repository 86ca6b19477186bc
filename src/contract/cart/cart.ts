import * as v from 'valibot'

import {
  type SchemasByCall,
  optionalField,
  SuccessResponse,
  listResponseSchema,
  refusal,
  responseSchema,
  WarehouseQuery,
} from '#contract/api/fields.ts'
import { Product } from '#contract/catalogue/product.ts'
import { Rupees } from '#contract/values/money.ts'
import * as rules from '#contract/rules.ts'
import { personName } from '#contract/values/personName.ts'
import { cleanPhone, phonePattern } from '#contract/values/phone.ts'

/** The delivery option of a bag, an order and each of its lines. */
export const PurchaseType = v.picklist(['Standard', 'Try and Buy'])
export type PurchaseType = v.InferOutput<typeof PurchaseType>

/** The delivery options as they are called on screen. */
export const purchaseTypeNames: Record<PurchaseType, string> = {
  Standard: 'Standard',
  'Try and Buy': 'Try & Buy',
}

const couponTerms = {
  discountType: v.picklist(['flat', 'percentage']),
  /** Rupees for a flat coupon, percent for a percentage coupon. */
  couponAmount: Rupees,
  /** Maximum discount of a percentage coupon. */
  discountUpTo: v.nullable(Rupees),
}

/** A coupon on offer. `tagline` is HTML with strong and em. */
export const Coupon = v.object({
  ...v.partial(v.object(couponTerms)).entries,
  _id: v.string(),
  name: v.string(),
  headline: v.nullish(v.string()),
  tagline: v.nullish(v.string()),
  minimumPurchase: Rupees,
  /** The delivery option that it requires; any if missing. */
  purchaseType: v.optional(PurchaseType),
})
export type Coupon = v.InferOutput<typeof Coupon>
export const CouponsResponse = listResponseSchema(Coupon)

/** Body of `POST /coupons/is-applicable`; `couponId` is the id or the code. */
const TryCoupon = v.object({
  couponId: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
  checkout_items: v.pipe(v.array(v.object({ _id: v.string() })), v.maxLength(100)),
})

/** A coupon applied to a bag; the discount is base minus discounted amount. */
export const AppliedCoupon = v.object({
  ...couponTerms,
  appliedCoupon: Coupon,
  baseAmount: Rupees,
  discountedAmount: Rupees,
})
export type AppliedCoupon = v.InferOutput<typeof AppliedCoupon>

export const TryCouponResponse = v.variant('success', [
  responseSchema({ result: v.object({ data: AppliedCoupon }) }),
  refusal,
])

export const Quantity = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(rules.cart.maxQuantity),
)

/**
 * Fields of a line that no rule of the bag looks at, such as a text to print or a wish. They reach the bag,
 * the order and both databases as one part, so a new one is only declared here, entered and shown.
 */
export const LineDetails = v.object({})
export type LineDetails = v.InferOutput<typeof LineDetails>

/** What a shopper chooses of an item that is added to the bag. */
const itemChoices = {
  size: v.string(),
  quantity: v.optional(Quantity, 1),
  /**
   * The second size to try; left out if it is not next to `size`. It does not change the delivery
   * option: a Standard bag keeps it until the shopper chooses Try & Buy.
   */
  trialSize: optionalField(v.string()),
  details: v.optional(LineDetails),
}
export const CartItem = v.object(itemChoices)
export type CartItem = v.InferOutput<typeof CartItem>

export const CartLine = v.object({
  _id: v.string(),
  productId: Product,
  size: v.string(),
  quantity: Quantity,
  purchaseType: PurchaseType,
  /** The second size to try. In a bag for Standard delivery, the one chosen for Try & Buy, if any. */
  trialSize: v.nullish(v.string()),
  details: v.optional(LineDetails),
})
export type CartLine = v.InferOutput<typeof CartLine>

/** Who receives the parcel, if not the customer. */
export const Receiver = v.object({
  name: personName(80),
  contactNumber: v.pipe(v.string(), v.transform(cleanPhone), v.regex(phonePattern)),
})
export type Receiver = v.InferOutput<typeof Receiver>

export const Cart = v.object({
  products: v.array(CartLine),
  totalAmount: Rupees,
  couponId: v.nullish(Coupon),
  addressId: v.nullish(v.string()),
  receiver: v.nullish(Receiver),
})
export type Cart = v.InferOutput<typeof Cart>

/** Response of every call under `/cart` that returns the bag. */
export const CartResponse = responseSchema({ result: Cart })

/** Query of `GET /cart/view`. With an address, the response says whether cash is accepted there. */
const CartQuery = v.object({ addressId: v.optional(v.string()), ...WarehouseQuery.entries })

export const CartViewResponse = v.object({
  ...CartResponse.entries,
  /** Why an order to this address cannot be paid on delivery; missing where it can. */
  cashRefusal: v.optional(v.string()),
})

/** Body of `POST /cart/add`. */
export const AddToCart = v.object({
  userId: v.string(),
  productId: v.string(),
  ...itemChoices,
  /** The delivery option of an empty bag; others keep theirs. */
  purchaseType: optionalField(PurchaseType),
})
export type AddToCart = v.InferOutput<typeof AddToCart>

/**
 * A body of `PUT /cart/update` that changes a line, or the delivery option of the whole bag: that
 * needs the id of any of its lines. Missing fields stay unchanged.
 */
const UpdateLine = v.object({
  userId: v.string(),
  itemId: v.string(),
  productId: optionalField(v.string()),
  purchaseType: optionalField(PurchaseType),
  size: optionalField(v.string()),
  quantity: v.optional(Quantity),
  trialSize: optionalField(v.string()),
  details: v.optional(LineDetails),
})
export const LineChange = v.pick(UpdateLine, ['size', 'quantity', 'trialSize', 'details'])
export type LineChange = v.InferOutput<typeof LineChange>

const emptyValue = v.union([v.literal(''), v.null()])

/** A receiver in a body. An empty form means no receiver. */
export const OptionalReceiver = v.union([
  v.pipe(
    v.object({ name: emptyValue, contactNumber: emptyValue }),
    v.transform(() => undefined),
  ),
  optionalField(Receiver),
])

/**
 * A body of `PUT /cart/update` with the details for the checkout: address, receiver and coupon. It is
 * recognised by its `addressId`.
 */
export const CheckoutDetails = v.object({
  userId: v.string(),
  addressId: v.pipe(v.string(), v.minLength(1)),
  receiver: v.optional(OptionalReceiver),
  couponId: optionalField(v.string()),
})
export type CheckoutDetails = v.InferOutput<typeof CheckoutDetails>

const lineFields = Object.keys(UpdateLine.entries).filter((name) => name !== 'userId')
const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/**
 * Body of `PUT /cart/update`. A body with fields of both kinds is rejected. The kind is chosen before the
 * fields are validated, because a union of both would not say which field is wrong.
 */
export const UpdateCart = v.pipe(
  v.looseObject({ userId: v.string() }),
  v.check(
    (body) => !isFilled(body.addressId) || !lineFields.some((field) => isFilled(body[field])),
    'Change a line or proceed, not both',
  ),
  v.lazy((body): typeof CheckoutDetails | typeof UpdateLine => {
    const fields = body as Record<string, unknown>
    const isLine = !('addressId' in fields) || lineFields.some((field) => isFilled(fields[field]))
    return isLine ? UpdateLine : CheckoutDetails
  }),
)

/** Body or query of `DELETE /cart/remove`. */
const RemoveLine = v.object({ userId: v.string(), productItemId: v.string() })

/** Body of `POST /cart/move-to-wishlist`. */
const MoveToWishlist = v.object({ userId: v.string(), cartItemId: v.string() })
const MoveToWishlistResponse = SuccessResponse

export const UpdateCartResponse = v.object({ ...CartResponse.entries, status: v.literal(200) })

export const couponReads = {
  readOpenCoupons: { response: CouponsResponse },
} satisfies SchemasByCall

export const cartCalls = {
  readCart: { query: CartQuery, response: CartViewResponse },
  addToCart: { query: WarehouseQuery, body: AddToCart, response: CartResponse },
  updateCart: { query: WarehouseQuery, body: UpdateCart, response: UpdateCartResponse },
  removeLine: { query: WarehouseQuery, body: RemoveLine, response: CartResponse },
  moveToWishlist: { body: MoveToWishlist, response: MoveToWishlistResponse },
  readCoupons: { response: CouponsResponse },
  tryCoupon: { body: TryCoupon, response: TryCouponResponse },
} satisfies SchemasByCall
