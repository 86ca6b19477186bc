import { type CallName, calls } from '#contract/api/calls.ts'
import { fillPath } from '#contract/pages/paths.ts'

/** The resources of a customer that the calls of the matrix ask for. */
export type OwnedResources = {
  userId: string
  addressId: string
  /** A line of the bag. */
  lineId: string
  productId: string
  orderId: string
  orderLineId: string
  paymentOrderId: string
  /** A push subscription of the owner's browser. */
  pushEndpoint: string
  complaintTicket: string
}

type Entry = {
  /**
   * What a request by another user gets: refused by name (403) or by id (404), refused
   * because they lack a resource (400, 409), or their own data.
   */
  others: 400 | 403 | 404 | 409 | 'their own'
  /** The status for the owner, if it is not 200. */
  owner?: number
  parts?: Record<string, string>
  body?: object
}

type ProtectedCall = {
  [Name in CallName]: (typeof calls)[Name]['access'] extends 'user' ? Name : never
}[CallName]

const theirOwn = { others: 'their own' } as const
const newAddress = {
  label: 'home',
  street: '12 Scheme 78',
  city: 'Indore',
  state: 'Madhya Pradesh',
  postalCode: '452010',
  latitude: '22.7533',
  longitude: '75.8937',
}
const subscription = {
  endpoint: 'https://push.example/one',
  keys: {
    p256dh: `BK${'x'.repeat(85)}`,
    auth: 'x'.repeat(22),
  },
}

/**
 * What every protected call must send to its owner and to another user. A call without an entry
 * does not compile.
 */
export function accessMatrix(owned: OwnedResources): Record<ProtectedCall, Entry> {
  const { userId, addressId, lineId, productId, orderId, orderLineId, complaintTicket } = owned
  const item = { userId, productId, size: 'M' }
  return {
    logout: theirOwn,
    updateProfile: { ...theirOwn, body: { firstName: 'Asha', lastName: '', email: '' } },
    exportUser: theirOwn,
    deleteUser: { ...theirOwn, owner: 400, body: { otp: '000000' } },
    readAddresses: theirOwn,
    readComplaints: theirOwn,
    replyToComplaint: {
      others: 404,
      parts: { ticket: complaintTicket },
      body: { text: 'It has arrived' },
    },
    addPlaceAlert: { ...theirOwn, body: { latitude: '22.7', longitude: '75.8' } },
    addAddress: { ...theirOwn, body: newAddress },
    updateAddress: { others: 404, body: { ...newAddress, addressId } },
    deleteAddress: { others: 404, parts: { id: addressId } },
    readCart: { others: 403, parts: { userId } },
    addToCart: { others: 403, body: item },
    updateCart: { others: 403, body: { userId, itemId: lineId, quantity: 2 } },
    removeLine: { others: 403, body: { userId, productItemId: lineId } },
    moveToWishlist: { others: 403, body: { userId, cartItemId: lineId } },
    placeOrder: {
      others: 403,
      body: {
        userId,
        addressId,
        totalAmount: 999_00,
        paymentMethod: 'cash on delivery',
        cart_item_ids: [{ _id: lineId, purchaseType: 'Standard', size: 'M' }],
      },
    },
    verifyPayment: {
      others: 400,
      owner: 400,
      body: {
        razorpay_payment_id: 'pay_made_up',
        razorpay_order_id: owned.paymentOrderId,
        razorpay_signature: '0'.repeat(64),
      },
    },
    readPayment: { others: 404, parts: { id: orderId } },
    readOrders: theirOwn,
    streamOrderEvents: theirOwn,
    sendPaymentLink: { others: 404, parts: { id: orderId } },
    readInvoice: { others: 404, parts: { id: orderId } },
    readOrder: { others: 404, parts: { id: orderId } },
    readRiderPosition: { others: 404, parts: { id: orderId } },
    cancelOrder: { others: 404, owner: 409, body: { orderId, orderItemIds: [orderLineId] } },
    orderAgain: { others: 404, parts: { id: orderId }, body: {} },
    addReturnPhoto: { ...theirOwn, owner: 400, body: {} },
    returnLines: {
      others: 404,
      body: {
        orderId,
        returnData: [{ orderItemId: orderLineId, returnReason: 'Other' }],
        action: 'returnProduct',
      },
    },
    exchangeLine: {
      others: 404,
      body: {
        orderId,
        orderItemIdToExchange: orderLineId,
        exchangeProductId: productId,
        size: 'L',
        exchangeReason: 'Size issue',
      },
    },
    setRefundAccount: {
      others: 404,
      parts: { id: orderId },
      body: { kind: 'upi', upiId: 'meera@okbank' },
    },
    withdrawReturn: {
      others: 404,
      owner: 409,
      body: { orderId, orderItemId: orderLineId },
    },
    readWishlist: theirOwn,
    readWishlistIds: theirOwn,
    readWishlistStatus: { ...theirOwn, parts: { id: productId } },
    addToWishlist: { others: 403, body: item },
    moveToCart: { others: 403, parts: { productId }, body: item },
    removeFromWishlist: { others: 403, parts: { productId }, body: item },
    readCoupons: theirOwn,
    tryCoupon: { ...theirOwn, body: { couponId: 'NO SUCH', checkout_items: [{ _id: lineId }] } },
    readOwnReview: { ...theirOwn, parts: { id: productId } },
    addReviewPhoto: { others: 409, owner: 400, parts: { id: productId }, body: {} },
    addReview: { others: 409, parts: { id: productId }, body: { stars: 5 } },
    addProductAlert: { ...theirOwn, parts: { id: productId }, body: { kind: 'price' } },
    removeProductAlert: { ...theirOwn, parts: { id: productId }, body: { kind: 'price' } },
    subscribe: { ...theirOwn, body: { subscription, topics: ['orders'] } },
    // An endpoint of another user is none of the caller's.
    sendTestPush: {
      others: 404,
      body: { subscription: { endpoint: owned.pushEndpoint } },
    },
    unsubscribe: { ...theirOwn, body: { subscription: { endpoint: owned.pushEndpoint } } },
  }
}

const anywhere = { id: 'x', userId: 'x', productId: 'x' }

/** The request of an entry, without the token. */
export function requestOf(name: ProtectedCall, { parts = {}, body }: Entry) {
  const { method, path } = calls[name]
  return { method, path: `/api${fillPath(path, { ...anywhere, ...parts })}`, body }
}

export const protectedNames = (Object.keys(calls) as CallName[]).filter(
  (name): name is ProtectedCall => calls[name].access === 'user',
)
