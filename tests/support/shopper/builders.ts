import type { LoginResult } from '#contract/account/auth.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import type { Paise, Rupees } from '#contract/values/money.ts'
import type { Order } from '#contract/orders/order.ts'
import type { Product } from '#contract/catalogue/product.ts'
import type { User } from '#contract/account/account.ts'
import type { StoreFacts } from '#contract/store/storeFacts.ts'

export const rupees = (amount: number) => amount as Rupees
export const paise = (amount: number) => amount as Paise

/** A kurta in three sizes, reduced from ₹1,999 to ₹999. */
export function aProduct(changes: Partial<Product> = {}): Product {
  const _id = changes._id ?? 'blue-kurta'
  return {
    _id,
    productId: _id,
    name: 'Blue kurta',
    brand: { _id: 'amodra', name: 'Amodra', is_try_and_buy_visible: true },
    category: { _id: 'kurtas', name: 'Kurtas' },
    subcategory: [],
    photos: [],
    tint: 0,
    mrp: rupees(1999),
    discount: rupees(1000),
    discountedPrice: rupees(999),
    discountPercentage: 50,
    size: ['S', 'M', 'L'],
    stock: { S: 5, M: 5, L: 5 },
    ...changes,
  }
}

/** A cart line with one of it in M, for Standard delivery. */
export function aCartLine(changes: Partial<CartLine> = {}): CartLine {
  return {
    _id: 'line-1',
    productId: aProduct(),
    size: 'M',
    quantity: 1,
    purchaseType: 'Standard',
    ...changes,
  }
}

/** Asha, with a verified number. */
export function aUser(changes: Partial<User> = {}): LoginResult {
  const user: User = {
    _id: 'asha',
    firstName: 'Asha',
    lastName: 'Rao',
    name: 'Asha Rao',
    email: '',
    contactNumber: '9826041375',
    dateOfBirth: '1994-05-17',
    gender: 'female',
    ...changes,
  }
  return { token: `token-of-${user._id}`, user }
}

/** An order of one kurta on its way, to be paid on delivery. */
export function anOrder(changes: Partial<Order> = {}): Order {
  const { orderStatus = 'Accepted' } = changes
  const amount = paise(999_00)
  return {
    _id: 'order-1',
    orderID: 'PEH-KAB55N',
    orderSlug: 'peh-kab55n',
    createdAt: '2026-11-20T10:42:00.000Z',
    orderStatus,
    orderType: 'Standard',
    paymentMethod: 'Cash on delivery',
    paymentStatus: 'Pending',
    totalAmount: amount,
    amountDetails: {
      isCouponApplied: false,
      baseAmount: amount,
      discountedAmount: amount,
      trialCharges: paise(0),
      shippingCharges: paise(0),
      finalAmount: amount,
    },
    products: [
      {
        _id: 'line-1',
        productId: aProduct(),
        size: 'M',
        quantity: 1,
        price: amount,
        mrp: paise(1999_00),
        purchaseType: 'Standard',
        status: orderStatus,
        history: [],
      },
    ],
    addressId: {
      _id: 'home-1',
      label: 'home',
      house: '',
      street: '12 Palm Residency',
      city: 'Indore',
      state: 'Madhya Pradesh',
      postalCode: '452010',
      latitude: '22.75',
      longitude: '75.89',
    },
    history: [{ status: 'Accepted', at: '2026-11-20T10:42:00.000Z' }],
    ...changes,
  }
}

export function aStore(changes: Partial<StoreFacts> = {}): StoreFacts {
  return {
    name: 'Pehno',
    tagline: 'Style Delivered in 60 mins',
    contacts: { address: 'Indore', email: 'care@pehno.in', phone: '+91 731 400 1234' },
    legalEntity: { name: 'Pehno Retail', address: 'Indore', gstin: '23AAACP1234A1Z5' },
    grievanceOfficer: { name: 'Asha Rao', email: 'care@pehno.in', phone: '+91 731 400 1234' },
    socialLinks: {},
    maps: { googleKey: null, attribution: [] },
    payments: { provider: 'sandbox', key: 'key' },
    ...changes,
  }
}
