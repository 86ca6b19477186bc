import { accountAnswers } from '#server/features/account/accountHandlers.ts'
import { type AuthOutside, authAnswers } from '#server/features/auth/authHandlers.ts'
import { codeHashWith, phoneHashWith, proveCode } from '#server/features/auth/otp.ts'
import { cartAnswers } from '#server/features/cart/cartHandlers.ts'
import { putIntoCart } from '#server/features/cart/cartLines.ts'
import {
  catalogueAnswers,
  type CatalogueOutside,
} from '#server/features/catalogue/catalogueAnswers.ts'
import { checkoutAnswers } from '#server/features/checkout/checkoutHandlers.ts'
import { couponAnswers } from '#server/features/coupons/couponHandlers.ts'
import { locationAnswers } from '#server/features/location/locationHandlers.ts'
import { nearestWarehouse } from '#server/features/location/warehouses.ts'
import { isInPincode, placeOf } from '#server/features/location/gazetteer.ts'
import {
  notificationAnswers,
  type NotificationOutside,
} from '#server/features/notifications/notificationHandlers.ts'
import { orderAnswers, type OrderOutside } from '#server/features/orders/orderHandlers.ts'
import { paymentAnswers } from '#server/features/payments/paymentHandlers.ts'
import type { LinkOutside } from '#server/features/payments/paymentLinks.ts'
import { reviewAnswers } from '#server/features/reviews/reviewHandlers.ts'
import { type SearchOutside, searchAnswers } from '#server/features/search/searchAnswers.ts'
import { type SupportOutside, supportAnswers } from '#server/features/support/supportHandlers.ts'
import { wishlistAnswers } from '#server/features/wishlist/wishlistHandlers.ts'
import type { Answers } from '#server/platform/http/handler.ts'

/** What the store needs from the world around it, and what it was told about itself. */
export type Outside = AuthOutside &
  SupportOutside &
  NotificationOutside &
  LinkOutside &
  OrderOutside &
  CatalogueOutside &
  SearchOutside

/** What every feature answers, put together; what one feature needs of another is handed over here. */
export function storeAnswers(outside: Outside): Answers {
  const codeHash = codeHashWith(outside.pepper)
  return {
    ...catalogueAnswers(outside),
    ...searchAnswers(outside),
    ...locationAnswers,
    ...supportAnswers(outside),
    ...authAnswers(outside),
    ...accountAnswers({
      map: { placeOf, isInPincode },
      proveCode: (db, contactNumber, otp) => proveCode(db, { contactNumber, otp, codeHash }),
      phoneHash: phoneHashWith(outside.pepper),
      hasRateLimits: outside.hasRateLimits,
    }),
    ...notificationAnswers(outside),
    ...reviewAnswers(outside),
    ...cartAnswers({ warehouseFor: nearestWarehouse, hasRateLimits: outside.hasRateLimits }),
    ...checkoutAnswers({
      warehouseFor: nearestWarehouse,
      provider: outside.provider,
      hasRateLimits: outside.hasRateLimits,
    }),
    ...paymentAnswers(outside),
    ...couponAnswers(outside),
    ...orderAnswers({ ...outside, putIntoCart: putIntoCart(nearestWarehouse) }),
    ...wishlistAnswers({ putIntoCart: putIntoCart(nearestWarehouse) }),
  }
}
