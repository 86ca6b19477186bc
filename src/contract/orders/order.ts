import * as v from 'valibot'

import { Address } from '#contract/account/account.ts'
import {
  type SchemasByCall,
  multiLineText,
  listResponseSchema,
  refusal,
  responseSchema,
  SuccessResponse,
  PhotoResponse,
  WarehouseQuery,
} from '#contract/api/fields.ts'
import { Cart, LineDetails, PurchaseType, Receiver } from '#contract/cart/cart.ts'
import { Product } from '#contract/catalogue/product.ts'
import { AmountDetails, Paise } from '#contract/values/money.ts'
import * as rules from '#contract/rules.ts'
import { personName } from '#contract/values/personName.ts'

/** Every status a shopper can see. */
export const OrderStatus = v.picklist([
  'Accepted',
  'Shipped',
  'On the way',
  'Arrived',
  'Size Trialing',
  'Delivered',
  'Return Requested',
  'Return Accepted',
  'Return Cancelled',
  'Returned',
  'Exchange Requested',
  'Exchange Accepted',
  'Exchange Cancelled',
  'Exchanged',
  'Cancelled',
])
export type OrderStatus = v.InferOutput<typeof OrderStatus>

const active = new Set<OrderStatus>([
  'Accepted',
  'Shipped',
  'On the way',
  'Size Trialing',
  'Arrived',
])
export const isActive = (status: OrderStatus) => active.has(status)

export const PaymentMethod = v.picklist([
  'UPI',
  'Credit card',
  'Debit card',
  'Net banking',
  'Prepaid',
  'Cash on delivery',
])
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>

/** A payment method as it is shown: the checkout offers it with two capitals. */
export const paymentMethodText = (method: PaymentMethod) =>
  method === 'Cash on delivery' ? 'Cash on Delivery' : method

const PaymentStatus = v.picklist(['Pending', 'Completed', 'paid'])
export const isPaid = (status: v.InferOutput<typeof PaymentStatus>) => status !== 'Pending'

const Step = v.object({ status: OrderStatus, at: v.string() })
export type OrderStep = v.InferOutput<typeof Step>

/**
 * Where the customer wants a refund of what was paid on delivery: body of `PUT /orders/{id}/refund-account`. A bank
 * account needs the name of its holder, as banks compare it.
 */
export const RefundAccount = v.variant('kind', [
  v.object({
    kind: v.literal('upi'),
    upiId: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[\w.-]{2,64}@[a-z][a-z\d.-]{1,63}$/i, 'Enter a UPI ID such as name@bank'),
    ),
  }),
  v.object({
    kind: v.literal('bank'),
    holder: personName(80),
    accountNumber: v.pipe(
      v.string(),
      v.transform((text) => text.replace(/\s/g, '')),
      v.regex(/^\d{6,18}$/, 'Enter the account number in digits'),
    ),
    ifsc: v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z]{4}0[A-Z\d]{6}$/, 'Enter the 11 characters of the IFSC'),
    ),
  }),
])
export type RefundAccount = v.InferOutput<typeof RefundAccount>

/**
 * `productId` is the product with the name, brand, photos and prices at the time of the order, and
 * with today's sizes and stock. `price` and `mrp` are paise per item at that time.
 */
export const OrderLine = v.object({
  _id: v.string(),
  productId: Product,
  size: v.string(),
  trialSize: v.nullish(v.string()),
  details: v.optional(LineDetails),
  /** The size that the customer kept of a Try & Buy order. */
  soldSize: v.nullish(v.string()),
  quantity: v.number(),
  price: Paise,
  mrp: Paise,
  /** The price of the line less its share of the coupon. A return refunds this amount. */
  netAmount: v.optional(Paise),
  purchaseType: PurchaseType,
  status: OrderStatus,
  exchangeDetails: v.nullish(v.object({ newProductSize: v.string() })),
  /** The reason of a requested return. */
  returnDetails: v.nullish(
    v.object({ returnReason: v.string(), returnPhotos: v.array(v.string()) }),
  ),
  /** Why the store refused the return or exchange. Stored orders may lack it. */
  refusalReason: v.nullish(v.string()),
  /** Whether the customer withdrew the return or exchange. Stored orders may lack it. */
  isWithdrawn: v.optional(v.boolean()),
  history: v.array(Step),
  /** Whether the customer has reviewed the product. Stored orders may lack it. */
  isReviewed: v.optional(v.boolean()),
})
export type OrderLine = v.InferOutput<typeof OrderLine>

export const DeliveryAgent = v.object({ name: v.string(), contactNumber: v.string() })

const RefundStatus = v.picklist(['pending', 'processed'])

/** A refund is paid to the account or card that the payment came from. */
export const RefundDestination = v.picklist(['UPI', 'card', 'bank', 'wallet', 'cash', 'original'])
export type RefundDestination = v.InferOutput<typeof RefundDestination>

/** The refund of one payment. */
const RefundPart = v.object({
  amount: Paise,
  status: RefundStatus,
  to: RefundDestination,
  startedAt: v.string(),
  settledAt: v.nullish(v.string()),
  /** The provider's number, by which a bank finds the refund. */
  reference: v.nullish(v.string()),
})

/**
 * Why an order was not placed although it was paid: the payment arrived after the order had expired and
 * sold out, a later order of the same bag replaced it, or the amount was not the order's.
 */
export const UnplacedReason = v.picklist(['late_payment', 'replaced', 'wrong_amount'])
export type UnplacedReason = v.InferOutput<typeof UnplacedReason>

/** The refund; `pending` until the provider has paid all of it. */
const OrderRefund = v.object({
  amount: Paise,
  status: RefundStatus,
  reason: v.optional(UnplacedReason),
  /** The oldest first. */
  parts: v.optional(v.array(RefundPart)),
})
export type OrderRefund = v.InferOutput<typeof OrderRefund>

export const Order = v.object({
  _id: v.string(),
  /** The order number for people; it cannot be guessed from another one. */
  orderID: v.string(),
  orderSlug: v.string(),
  createdAt: v.string(),
  /** When it was promised to arrive. Null for an order that was never accepted. */
  promisedBy: v.nullish(v.string()),
  /** The delivery time of its warehouse when it was placed. Stored orders may lack it. */
  deliveryMinutes: v.nullish(v.number()),
  deliveredAt: v.nullish(v.string()),
  orderStatus: OrderStatus,
  orderType: PurchaseType,
  /** Only if the customer gave one. */
  refundAccount: v.optional(RefundAccount),
  paymentMethod: PaymentMethod,
  paymentStatus: PaymentStatus,
  totalAmount: Paise,
  amountDetails: AmountDetails,
  /** The part of the total that is collected at the door of an order that was paid; missing if there is none. */
  balanceDue: v.optional(Paise),
  /** The items that the total counts, at MRP: not those that were cancelled before anything was paid. Stored orders may lack it. */
  mrpTotal: v.optional(Paise),
  refund: v.optional(OrderRefund),
  products: v.array(OrderLine),
  /** The address at the time of the order. */
  addressId: Address,
  receiver: v.nullish(Receiver),
  delivery_agent: v.nullish(DeliveryAgent),
  /** What the customer tells the rider at the door; only while the order is on its way. */
  deliveryCode: v.nullish(v.string()),
  history: v.array(Step),
})
export type Order = v.InferOutput<typeof Order>

/** Whether nothing of the order is left to pay. */
export const isFullyPaid = ({ paymentStatus, balanceDue }: Order): boolean =>
  isPaid(paymentStatus) && !balanceDue

export const OrdersResponse = listResponseSchema(Order)
export const OrderResponse = responseSchema({ result: Order })

/** Items of the order that can no longer be bought are named in `missing`. */
export const OrderAgainResponse = responseSchema({
  result: v.object({ cart: Cart, missing: v.array(v.string()) }),
})

export const PaymentLinkResponse = v.variant('success', [
  v.object({ success: v.literal(true), msg: v.string() }),
  refusal,
])

/** Where the rider of an order under way is, and how far it still is, if the address has a point. */
const RiderPosition = v.object({
  latitude: v.number(),
  longitude: v.number(),
  at: v.string(),
  distanceKm: v.nullable(v.number()),
  minutes: v.nullable(v.number()),
  destination: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
})
export type RiderPosition = v.InferOutput<typeof RiderPosition>

/** Null unless the order is on the way, and its rider shares where they are. */
export const RiderPositionResponse = responseSchema({ result: v.nullable(RiderPosition) })

/** Body of `PUT /orders/cancel`. */
const CancelOrder = v.object({ orderId: v.string(), orderItemIds: v.array(v.string()) })

export const ReturnReason = v.picklist([
  'Size issue',
  'Quality issue',
  'Color/appearance discrepancy',
  'Style mismatch',
  'Other',
])
export type ReturnReason = v.InferOutput<typeof ReturnReason>

/** Body of `PATCH /orders/return`. */
export const ReturnLines = v.object({
  orderId: v.string(),
  returnData: v.pipe(
    v.array(
      v.object({
        orderItemId: v.string(),
        returnReason: ReturnReason,
        returnPhotos: v.nullish(
          v.pipe(
            v.array(v.pipe(v.string(), v.maxLength(2000))),
            v.maxLength(rules.returnPhotos.max),
          ),
          [],
        ),
      }),
    ),
    v.minLength(1),
    v.maxLength(50),
  ),
  action: v.literal('returnProduct'),
})
export type ReturnLines = v.InferOutput<typeof ReturnLines>

/** Body of `PATCH /orders/exchange`. */
export const ExchangeLine = v.object({
  orderId: v.string(),
  orderItemIdToExchange: v.string(),
  exchangeProductId: v.string(),
  size: v.string(),
  exchangeReason: v.nullish(multiLineText({ max: 200 }), ''),
})
export type ExchangeLine = v.InferOutput<typeof ExchangeLine>

/** Body of `PATCH /orders/withdraw-return`, for a return or an exchange. */
export const WithdrawReturn = v.object({ orderId: v.string(), orderItemId: v.string() })
export type WithdrawReturn = v.InferOutput<typeof WithdrawReturn>

/** A server-sent event of `GET /orders/events`. */
export const OrderEvent = v.object({
  _id: v.string(),
  orderStatus: OrderStatus,
  products: v.array(v.object({ _id: v.string(), status: OrderStatus })),
  delivery_agent: v.nullish(DeliveryAgent),
  at: v.string(),
})
export type OrderEvent = v.InferOutput<typeof OrderEvent>

const Party = v.object({ name: v.string(), address: v.string(), gstin: v.nullish(v.string()) })

/** A tax invoice; amounts in paise. Tax is CGST and SGST within a state, else IGST. */
export const Invoice = v.object({
  number: v.string(),
  at: v.string(),
  seller: Party,
  buyer: Party,
  lines: v.array(
    v.object({
      name: v.string(),
      hsn: v.string(),
      quantity: v.number(),
      taxable: Paise,
      gstPercent: v.number(),
      cgst: Paise,
      sgst: Paise,
      igst: Paise,
      total: Paise,
    }),
  ),
  total: Paise,
})
export type Invoice = v.InferOutput<typeof Invoice>
export const InvoiceResponse = responseSchema({ result: Invoice })

export const orderCalls = {
  readOrders: { response: OrdersResponse },
  // A stream of `OrderEvent`.
  streamOrderEvents: {},
  sendPaymentLink: { response: PaymentLinkResponse },
  readInvoice: { response: InvoiceResponse },
  readOrder: { response: OrderResponse },
  readRiderPosition: { response: RiderPositionResponse },
  cancelOrder: { body: CancelOrder, response: SuccessResponse },
  orderAgain: { query: WarehouseQuery, response: OrderAgainResponse },
  addReturnPhoto: { upload: rules.returnPhotos, response: PhotoResponse },
  returnLines: { body: ReturnLines, response: SuccessResponse },
  exchangeLine: { body: ExchangeLine, response: SuccessResponse },
  withdrawReturn: { body: WithdrawReturn, response: SuccessResponse },
  setRefundAccount: { body: RefundAccount, response: SuccessResponse },
} satisfies SchemasByCall
