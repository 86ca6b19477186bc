import { createAddressHasher } from '#server/commerce/orders/cashOnDelivery.ts'
import { accountHandlers } from '#server/features/account/accountHandlers.ts'
import {
  type AuthDeps,
  authHandlers,
  createOtpRequest,
} from '#server/features/auth/authHandlers.ts'
import { createOtpHasher, createPhoneHasher, verifyOtp } from '#server/features/auth/otp.ts'
import { cartHandlers } from '#server/features/cart/cartHandlers.ts'
import { createAddItemToCart } from '#server/features/cart/cart.ts'
import {
  catalogueHandlers,
  type CatalogueDeps,
} from '#server/features/catalogue/catalogueHandlers.ts'
import { checkoutHandlers } from '#server/features/checkout/checkoutHandlers.ts'
import { phoneOrderHandlers } from '#server/features/checkout/phoneOrders/phoneOrderHandlers.ts'
import { couponHandlers } from '#server/features/coupons/couponHandlers.ts'
import { locationHandlers } from '#server/features/location/locationHandlers.ts'
import { nearestWarehouse, warehousesAround } from '#server/features/location/warehouses.ts'
import { geocoder } from '#server/features/location/gazetteer.ts'
import {
  notificationHandlers,
  type NotificationDeps,
} from '#server/features/notifications/notificationHandlers.ts'
import { orderHandlers, type OrderDeps } from '#server/features/orders/orderHandlers.ts'
import { cashHandlers } from '#server/features/orders/staff/delivery/cashHandlers.ts'
import { riderHandlers } from '#server/features/orders/staff/delivery/riderHandlers.ts'
import { staffOrderHandlers } from '#server/features/orders/staff/staffOrderHandlers.ts'
import { createDoorPayments } from '#server/features/payments/doorPayments.ts'
import { paymentHandlers } from '#server/features/payments/paymentHandlers.ts'
import {
  claimHeldLink,
  openHeldLink,
  type PaymentLinkDeps,
  sendHeldLink,
} from '#server/features/payments/paymentLinks.ts'
import { reviewHandlers } from '#server/features/reviews/reviewHandlers.ts'
import { type SearchDeps, searchHandlers } from '#server/features/search/searchHandlers.ts'
import { stockHandlers } from '#server/features/stock/stockHandlers.ts'
import { passkeyHandlers } from '#server/features/staff/passkeyHandlers.ts'
import { type StaffPushDeps, staffPushHandlers } from '#server/features/staff/pushHandlers.ts'
import { staffHandlers } from '#server/features/staff/staffHandlers.ts'
import { type SupportDeps, supportHandlers } from '#server/features/support/supportHandlers.ts'
import { webhookHandlers } from '#server/features/webhooks/webhookHandlers.ts'
import { wishlistHandlers } from '#server/features/wishlist/wishlistHandlers.ts'
import type { Handlers } from '#server/platform/http/handler.ts'

/** External services and settings that the features depend on. */
export type StoreDeps = AuthDeps &
  SupportDeps &
  NotificationDeps &
  StaffPushDeps &
  PaymentLinkDeps &
  OrderDeps &
  CatalogueDeps &
  SearchDeps

/**
 * The handlers of all features; a call without one does not compile. Features do not import each other;
 * dependencies between them are injected here.
 */
export function storeHandlers(deps: StoreDeps): Handlers {
  const hashOtp = createOtpHasher(deps.pepper)
  const hashAddress = createAddressHasher(deps.pepper)
  return {
    ...catalogueHandlers(deps),
    ...searchHandlers(deps),
    ...locationHandlers,
    ...supportHandlers(deps),
    ...authHandlers(deps),
    ...staffHandlers({
      sendMessage: deps.sendMessage,
      requestOtp: createOtpRequest(deps),
      verifyOtp: (db, account, otp) => verifyOtp(db, { contactNumber: account, otp, hashOtp }),
    }),
    ...passkeyHandlers(deps),
    ...staffOrderHandlers({
      orderEvents: deps.orderEvents,
      geocoder,
      warehousesAt: warehousesAround,
      hashAddress: deps.hasRateLimits ? hashAddress : undefined,
    }),
    ...staffPushHandlers(deps),
    ...riderHandlers({
      doorPayments: createDoorPayments(deps.provider),
      hasMap: deps.maps.googleKey !== null,
    }),
    ...cashHandlers,
    ...stockHandlers,
    ...webhookHandlers,
    ...accountHandlers({
      geocoder,
      verifyOtp: (db, contactNumber, otp) => verifyOtp(db, { contactNumber, otp, hashOtp }),
      hashPhone: createPhoneHasher(deps.pepper),
      hashAddress,
      hasRateLimits: deps.hasRateLimits,
    }),
    ...notificationHandlers(deps),
    ...reviewHandlers(deps),
    ...cartHandlers({
      warehouseFor: nearestWarehouse,
      hashAddress,
      hasRateLimits: deps.hasRateLimits,
    }),
    ...checkoutHandlers({
      warehouseFor: nearestWarehouse,
      provider: deps.provider,
      hashAddress,
      hasRateLimits: deps.hasRateLimits,
    }),
    ...phoneOrderHandlers({
      ...{ warehouseFor: nearestWarehouse, geocoder, hashAddress },
      hashPhone: createPhoneHasher(deps.pepper),
      hasRateLimits: deps.hasRateLimits,
      providerName: deps.provider.name,
      links: {
        openLink: (db, orderId) => openHeldLink(db, deps.provider, orderId),
        claimLink: (tx, order) => claimHeldLink(tx, deps.provider, order),
        sendLink: (db, orderId) => sendHeldLink(db, deps.provider, orderId),
      },
    }),
    ...paymentHandlers(deps),
    ...couponHandlers(deps),
    ...orderHandlers({ ...deps, addItemToCart: createAddItemToCart(nearestWarehouse) }),
    ...wishlistHandlers({ addItemToCart: createAddItemToCart(nearestWarehouse) }),
  }
}
