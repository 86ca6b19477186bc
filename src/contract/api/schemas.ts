import { accountCalls } from '#contract/account/account.ts'
import { authCalls } from '#contract/account/auth.ts'
import { cartCalls } from '#contract/cart/cart.ts'
import { reviewCalls } from '#contract/catalogue/review.ts'
import { checkoutCalls } from '#contract/cart/checkout.ts'
import { notificationCalls } from '#contract/account/notification.ts'
import { orderCalls } from '#contract/orders/order.ts'
import { supportCalls } from '#contract/store/storeFacts.ts'
import { wishlistCalls } from '#contract/account/wishlist.ts'
import type { CallName } from './calls.ts'
import type { CallSchemas } from './fields.ts'
import { readSchemas } from './readSchemas.ts'

/**
 * The schemas of every call: the server validates requests and responses by them. The page imports
 * single schemas instead, so that it loads only what it reads. A missing one does not compile.
 */
export const schemas = {
  ...readSchemas,
  ...accountCalls,
  ...authCalls,
  ...cartCalls,
  ...checkoutCalls,
  ...notificationCalls,
  ...orderCalls,
  ...reviewCalls,
  ...supportCalls,
  ...wishlistCalls,
} satisfies Record<CallName, CallSchemas>

export type Schemas = typeof schemas
