import * as order from './orderPolicies.ts'
import { privacy } from './privacySections.ts'
import { refund } from './refundSections.ts'
import type { Section } from './Sections.tsx'
import { terms } from './termsSections.ts'

/** The text of each policy, by the names of `contract/policyNames.ts`. */
export const policySections: Record<string, Section[]> = {
  shipping: order.shipping,
  returns: order.returns,
  exchange: order.exchange,
  cancellation: order.cancellation,
  refund,
  payment: order.payment,
  'try-and-buy': order.tryAndBuy,
  privacy,
  terms,
  grievance: order.grievance,
}
