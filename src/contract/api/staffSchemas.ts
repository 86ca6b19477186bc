import { boardCalls } from '#contract/staff/board.ts'
import { connectionCalls } from '#contract/staff/connections.ts'
import { passkeyCalls } from '#contract/staff/passkeys.ts'
import { phoneOrderCalls } from '#contract/staff/phoneOrders.ts'
import { deliverySettingsCalls } from '#contract/staff/deliverySettings.ts'
import { peopleCalls } from '#contract/staff/people.ts'
import { pickupCalls } from '#contract/staff/pickups.ts'
import { pickingCalls } from '#contract/staff/picking.ts'
import { riderCalls } from '#contract/staff/riders.ts'
import { staffPushCalls } from '#contract/staff/staffPush.ts'
import { stockCalls } from '#contract/staff/stock.ts'
import type { CallSchemas } from './fields.ts'
import type { StaffCallName } from './staffCalls.ts'

/** The schemas of every staff call. A missing one does not compile. */
export const staffSchemas = {
  ...peopleCalls,
  ...connectionCalls,
  ...passkeyCalls,
  ...staffPushCalls,
  ...boardCalls,
  ...riderCalls,
  ...pickingCalls,
  ...pickupCalls,
  ...deliverySettingsCalls,
  ...stockCalls,
  ...phoneOrderCalls,
} satisfies Record<StaffCallName, CallSchemas>
