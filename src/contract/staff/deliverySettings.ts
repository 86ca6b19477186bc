import * as v from 'valibot'

import { responseSchema, type StaffSchemasByCall } from '#contract/api/fields.ts'

/** What a rider needs to mark an order as delivered. */
export const DeliveryProof = v.picklist(['none', 'code', 'photo'])
export type DeliveryProof = v.InferOutput<typeof DeliveryProof>

/** How riders deliver, as the owner sets it. It holds for orders that are handed over from then on. */
export const DeliverySettings = v.object({ proof: DeliveryProof })
export type DeliverySettings = v.InferOutput<typeof DeliverySettings>

const SettingsResponse = responseSchema({ result: DeliverySettings })

export const deliverySettingsCalls = {
  readDeliverySettings: { response: SettingsResponse },
  saveDeliverySettings: { body: DeliverySettings, response: SettingsResponse },
} satisfies StaffSchemasByCall
