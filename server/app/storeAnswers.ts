import { accountAnswers } from '#server/features/account/accountAnswers.ts'
import { type AuthOutside, authAnswers } from '#server/features/auth/authAnswers.ts'
import { codeHashWith, phoneHashWith } from '#server/features/auth/codeHash.ts'
import { proveCode } from '#server/features/auth/proveCode.ts'
import { cartAnswers } from '#server/features/cart/cartAnswers.ts'
import { putIntoCart } from '#server/features/cart/putIntoCart.ts'
import {
  catalogueAnswers,
  type CatalogueOutside,
} from '#server/features/catalogue/catalogueAnswers.ts'
import { checkoutAnswers } from '#server/features/checkout/checkoutAnswers.ts'
import { couponAnswers } from '#server/features/coupons/couponAnswers.ts'
import { locationAnswers } from '#server/features/location/locationAnswers.ts'
import { nearestWarehouse } from '#server/features/location/nearestWarehouse.ts'
import { isInPincode, placeOf } from '#server/features/location/placeOf.ts'
import {
  notificationAnswers,
  type NotificationOutside,
} from '#server/features/notifications/notificationAnswers.ts'
import { orderAnswers, type OrderOutside } from '#server/features/orders/orderAnswers.ts'
import { paymentAnswers } from '#server/features/payments/paymentAnswers.ts'
import type { LinkOutside } from '#server/features/payments/sendPaymentLink.ts'
import { reviewAnswers } from '#server/features/reviews/reviewAnswers.ts'
import { type SearchOutside, searchAnswers } from '#server/features/search/searchAnswers.ts'
import { type SupportOutside, supportAnswers } from '#server/features/support/supportAnswers.ts'
import { wishlistAnswers } from '#server/features/wishlist/wishlistAnswers.ts'
import type { Answers } from '#server/platform/answers.ts'

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
