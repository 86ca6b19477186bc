import { cleanReference } from '#contract/values/codes.ts'
import type { DoorPayment } from '#contract/staff/riders.ts'
import { dueOf } from '#server/commerce/orders/amountDue.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { OrderRow } from '#server/database/schema/orders.ts'
import { type FeatureHandlers, ok } from '#server/platform/http/handler.ts'
import {
  readDeliverySettings,
  saveDeliverySettings,
  settingsChange,
} from '#server/commerce/delivery/deliverySettings.ts'
import { endShift, readShift, startShift } from './deliveries.ts'
import { resizeDoorPhoto, saveDoorPhoto } from './doorPhotos.ts'
import { readOwnPickups } from './pickupReads.ts'
import { requireCarried, requirePayable, upiChange } from './payAtDoor.ts'
import { checkPickup } from './pickups.ts'
import { savePosition } from './riderPositions.ts'

/** Payments by UPI, which are another feature's. */
export type RiderDeps = {
  /** Whether the store has a key for Google's maps. */
  hasMap: boolean
  doorPayments: {
    claim: (tx: Database, order: OrderRow) => Promise<void>
    open: (db: Database, orderId: string) => Promise<DoorPayment>
    read: (db: Database, orderId: string) => Promise<DoorPayment>
  }
}

/** What riders carry, and how they deliver. */
export const riderHandlers = ({ doorPayments, hasMap }: RiderDeps) =>
  ({
    readDeliverySettings: async ({ staff: { db } }) =>
      ok({ result: await readDeliverySettings(db) }),
    saveDeliverySettings: async ({ staff: { db, record }, body }) => {
      const before = await readDeliverySettings(db)
      await saveDeliverySettings(db, body)
      await record(settingsChange(before, body))
      return ok({ result: body })
    },
    readDeliveries: async ({ staff: { db, actor } }) =>
      ok({ result: await readShift(db, actor, hasMap) }),
    startShift: async ({ staff: context }) => {
      await startShift(context)
      return ok({ result: await readShift(context.db, context.actor, hasMap) })
    },
    endShift: async ({ staff: context }) => {
      await endShift(context)
      return ok({ result: await readShift(context.db, context.actor, hasMap) })
    },
    checkPickup: async ({ staff: context, params, body }) => {
      const number = params.number ?? ''
      await checkPickup(context, number, body)
      const { pickups } = await readOwnPickups(context.db, context.actor)
      const reference = cleanReference(number)
      return ok({ result: pickups.find((pickup) => pickup.number === reference) ?? null })
    },
    addDoorPhoto: {
      prepare: async ({ staff: context, upload }) => ({
        upload: await resizeDoorPhoto(context, upload),
      }),
      begin: async ({ staff: context, params, upload }) => {
        const photo = { number: params.number ?? '', picture: upload }
        return ok({ result: { id: await saveDoorPhoto(context, photo) } })
      },
    },
    sendPosition: async ({ staff: context, body }) =>
      ok({ result: { orders: await savePosition(context, body) } }),
    openDoorPayment: {
      begin: async ({ staff: { db, actor, record }, params }) => {
        const order = await requirePayable(db, actor, params.number ?? '')
        await doorPayments.claim(db, order)
        await record(upiChange(order))
        return ok({ result: { state: 'waiting', amountPaise: dueOf(order), url: null } })
      },
      finish: async ({ staff: { db, actor }, params }) => {
        const { id } = await requireCarried(db, actor, params.number ?? '')
        return ok({ result: await doorPayments.open(db, id) })
      },
    },
    readDoorPayment: async ({ staff: { db, actor }, params }) => {
      const { id } = await requireCarried(db, actor, params.number ?? '')
      return ok({ result: await doorPayments.read(db, id) })
    },
  }) satisfies FeatureHandlers
