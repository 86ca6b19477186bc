import * as v from 'valibot'

import { PlacedOrder } from '#contract/checkout.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'

/** The order that was just placed, until its tracking page is shown. */
export const placedOrderAtom = persistedAtom(
  'placed-order',
  v.nullable(v.object({ order: PlacedOrder, addressText: v.string() })),
  null,
)
