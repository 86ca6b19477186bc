import { boardCalls } from '#contract/staff/board.ts'
import { deliverySettingsCalls } from '#contract/staff/deliverySettings.ts'
import { peopleCalls } from '#contract/staff/people.ts'
import { pickupCalls } from '#contract/staff/pickups.ts'
import { pickingCalls } from '#contract/staff/picking.ts'
import { riderCalls } from '#contract/staff/riders.ts'
import { stockCalls } from '#contract/staff/stock.ts'
import type { CallSchemas } from './fields.ts'
import type { StaffCallName } from './staffCalls.ts'

/** The schemas of every staff call. A missing one does not compile. */
export const staffSchemas = {
  ...peopleCalls,
  ...boardCalls,
  ...riderCalls,
  ...pickingCalls,
  ...pickupCalls,
  ...deliverySettingsCalls,
  ...stockCalls,
} satisfies Record<StaffCallName, CallSchemas>
