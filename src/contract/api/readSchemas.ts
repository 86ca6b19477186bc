import type * as v from 'valibot'

import { couponReads } from '#contract/cart/cart.ts'
import { catalogueReads } from '#contract/catalogue/catalogue.ts'
import { listingReads } from '#contract/catalogue/listing.ts'
import { productReads } from '#contract/catalogue/product.ts'
import { reviewReads } from '#contract/catalogue/review.ts'
import { locationReads } from '#contract/delivery/location.ts'
import { pushReads } from '#contract/account/notification.ts'
import { storeReads } from '#contract/store/storeFacts.ts'
import type { CallSchemas } from './fields.ts'
import type { PublicReadName } from './reads.ts'

/** The schemas of the public reads, which the page's HTTP client needs too. A missing one does not compile. */
export const readSchemas = {
  ...catalogueReads,
  ...listingReads,
  ...productReads,
  ...reviewReads,
  ...couponReads,
  ...locationReads,
  ...pushReads,
  ...storeReads,
} satisfies Record<PublicReadName, CallSchemas>

export type ReadResponse<Name extends PublicReadName> = v.InferOutput<
  (typeof readSchemas)[Name]['response']
>
