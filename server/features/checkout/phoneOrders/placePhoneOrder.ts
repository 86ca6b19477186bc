import { eq } from 'drizzle-orm'

import type { Paise } from '#contract/values/money.ts'
import * as rules from '#contract/rules.ts'
import {
  type PlacedPhoneOrder,
  phoneOrderDone,
  type PlacePhoneOrder,
} from '#contract/staff/phoneOrders.ts'
import { addAddress, type Geocoder } from '#server/commerce/addresses.ts'
import { openAccount } from '#server/commerce/customers.ts'
import { resolveDeliveryAddress, type WarehouseFor } from '#server/commerce/delivery/delivery.ts'
import type { HashAddress } from '#server/commerce/orders/cashOnDelivery.ts'
import { confirmPhoneOrder } from '#server/commerce/orders/phoneOrders.ts'
import { readStoreFacts } from '#server/commerce/storeFacts.ts'
import { carts } from '#server/database/schema/carts.ts'
import { orders } from '#server/database/schema/orders.ts'
import {
  type OrderRequest,
  placeCash,
  placeWithoutOnlinePayment,
  promiseFor,
  requirePayable,
  reserveAndWrite,
} from '#server/features/checkout/placeQuote.ts'
import { lockCart } from '#server/features/checkout/quote.ts'
import type { CustomerContext, StaffContext } from '#server/platform/http/handler.ts'
import { worksFor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { quoteItems } from './phoneQuote.ts'

export type PhoneOrderDeps = {
  warehouseFor: WarehouseFor
  geocoder: Geocoder
  hashAddress: HashAddress
  hashPhone: (contactNumber: string) => string
  hasRateLimits: boolean
  /** Through whom links are paid. */
  providerName: PaymentProvider['name']
}

/**
 * Places an order for a customer on the phone, as their own checkout would: the same price, stock, limits and promise. It is
 * paid on delivery, or by a link: then it awaits its payment with its items held, like an order that is paid in the shop, and
 * is promised when it is paid. The bag of the customer stays as it is.
 *
 * @throws StoreError as the checkout does; 'invalid' with the field that is missing
 */
export async function placePhoneOrder(
  { db, actor, record }: StaffContext,
  request: PlacePhoneOrder,
  deps: PhoneOrderDeps,
): Promise<PlacedPhoneOrder & { id: string }> {
  const { customer: caller, items, coupon, receiver } = request
  const { userId, isNew } = await openAccount(db, caller.contactNumber, () => ({
    firstName: requireName(caller.firstName),
    lastName: caller.lastName ?? '',
    phoneHash: deps.hashPhone(caller.contactNumber),
  }))
  const customer = { db, userId }
  await lockOwnCart(customer)
  const addressId = await addressIdOf(customer, request, deps.geocoder)
  const delivery = await resolveDeliveryAddress(customer, addressId, deps.warehouseFor)
  if (!worksFor(actor, delivery.warehouse.id)) {
    const sentence = `${delivery.warehouse.name} delivers there, and you don’t work for it`
    throw new StoreError('not_allowed_now', sentence)
  }
  const quote = await quoteItems(
    { ...customer, warehouseId: delivery.warehouse.id },
    { items, coupon },
  )
  if (quote.amount.finalAmount !== request.totalPaise) {
    throw new StoreError('price_changed', 'The total has changed. Check it again.')
  }
  const facts = await readStoreFacts(db)
  const { hashAddress, hasRateLimits } = deps
  const draft: OrderRequest = {
    // Unpaid orders of the customer are looked for in any case, because no bag tells whether there are any.
    ...{ quote: { ...quote, hasUnpaidOrder: true }, ...delivery, facts, receiver },
    ...{ hashAddress, hasRateLimits, channel: 'phone' },
    author: { by: 'store', staffId: actor.sessionId === undefined ? undefined : actor.id },
    promisedBy: promiseFor({ ...delivery, facts }, request.promisedBy),
  }
  const { _id: id } = await place(customer, draft, { ...deps, by: request.paymentMethod })
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error('The order was not saved')
  if (order.checkoutStatus === 'completed') await confirmPhoneOrder(db, order)
  await record({
    ...{ subject: 'order', subjectId: id, name: order.orderNumber },
    ...{ action: phoneOrderDone.placed, before: {} },
    after: {
      ...{ payment: request.paymentMethod, totalPaise: order.totalPaise },
      ...(isNew && { newCustomer: true }),
    },
  })
  return {
    ...{ id, number: order.orderNumber, totalPaise: order.totalPaise as Paise },
    promisedBy: order.promisedBy?.toISOString() ?? null,
    heldUntil: order.holdUntil?.toISOString() ?? null,
  }
}

function requireName(firstName: string | undefined): string {
  if (firstName) return firstName
  const sentence = 'This number is new. Enter the customer’s name.'
  throw new StoreError('invalid', sentence, { fields: { 'customer.firstName': sentence } })
}

/** The lock under which a customer's orders are placed one after another, also for somebody who never had a bag. */
async function lockOwnCart(customer: CustomerContext): Promise<void> {
  const { db, userId } = customer
  await db.insert(carts).values({ userId, updatedAt: clock.now() }).onConflictDoNothing()
  await lockCart(customer)
}

async function addressIdOf(
  customer: CustomerContext,
  { addressId, address }: PlacePhoneOrder,
  geocoder: Geocoder,
): Promise<string> {
  if (addressId && !address) return addressId
  if (address && !addressId) return (await addAddress(customer, address, geocoder)).id
  const sentence = 'Choose a saved address, or enter a new one'
  throw new StoreError('invalid', sentence, { fields: { addressId: sentence } })
}

type Way = Pick<PhoneOrderDeps, 'providerName'> & { by: PlacePhoneOrder['paymentMethod'] }

function place(customer: CustomerContext, draft: OrderRequest, { by, providerName }: Way) {
  const { finalAmount: amountPaise } = draft.quote.amount
  if (by === 'cash') return placeCash(customer, draft)
  if (amountPaise === 0) return placeWithoutOnlinePayment(customer, draft, 'Prepaid')
  requirePayable(amountPaise)
  const payment = {
    checkoutStatus: 'awaiting_payment',
    paymentMethod: 'Prepaid',
    holdUntil: clock.later(rules.phoneOrders.holdMs),
  } as const
  return reserveAndWrite(
    customer,
    { ...draft, promisedBy: null },
    { payment, expectedPayment: { provider: providerName, kind: 'link', amountPaise } },
  )
}
