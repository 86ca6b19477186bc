import { randomInt } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'

import * as rules from '#contract/rules.ts'
import type { MoveOrder } from '#contract/staff/board.ts'
import { readDeliverySettings } from '#server/commerce/delivery/deliverySettings.ts'
import type { Database } from '#server/database/client/connect.ts'
import { orders, type OrderRow } from '#server/database/schema/orders.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { claimDoorPhotos } from './doorPhotos.ts'

/**
 * What the rider of an order that is handed over now will need to deliver it. The code is random, and only the customer
 * of the order reads it.
 */
export async function newProof(
  tx: Database,
): Promise<Pick<OrderRow, 'deliveryProof' | 'deliveryCode' | 'deliveryCodeTries'>> {
  const { proof } = await readDeliverySettings(tx)
  const { digits } = rules.deliveryCode
  const code = String(randomInt(0, 10 ** digits)).padStart(digits, '0')
  return {
    deliveryProof: proof,
    deliveryCode: proof === 'code' ? code : null,
    deliveryCodeTries: 0,
  }
}

type Proof = Pick<MoveOrder, 'code' | 'photoId'>

/**
 * Counts a wrong code, in a statement of its own: the move that is refused for it is rolled back.
 */
export async function countWrongCode(
  { db, actor }: StaffContext,
  order: OrderRow,
  { move, code }: MoveOrder,
): Promise<void> {
  if (actor.role !== 'rider' || move !== 'deliver' || code === undefined) return
  await db
    .update(orders)
    .set({ deliveryCodeTries: sql`${orders.deliveryCodeTries} + 1` })
    .where(and(eq(orders.id, order.id), ne(orders.deliveryCode, code)))
}

/**
 * Requires the proof of a delivery from its rider. Managers, who answer for it by name, need none.
 *
 * @throws StoreError 'invalid', or 'not_allowed_now' after too many wrong codes
 */
export async function requireProof(
  tx: Database,
  order: OrderRow,
  { code, photoId, staffId }: Proof & { staffId: string },
): Promise<void> {
  const { deliveryProof, deliveryCode, deliveryCodeTries } = order
  if (deliveryProof === 'code' && deliveryCode !== null) {
    if (deliveryCodeTries >= rules.deliveryCode.maxTries) {
      throw new StoreError(
        'not_allowed_now',
        'The code was wrong too often. Your manager can mark the order as delivered.',
      )
    }
    if (code === undefined) throw missing('code', 'Ask the customer for their delivery code')
    if (code !== deliveryCode) throw missing('code', 'This isn’t the code of the order')
  }
  if (deliveryProof === 'photo') {
    if (photoId === undefined) throw missing('photoId', 'Take a photo of the delivery')
    await claimDoorPhotos(tx, order, { ids: [photoId], staffId, shows: 'delivery' })
  }
}

const missing = (field: string, sentence: string) =>
  new StoreError('invalid', sentence, { fields: { [field]: sentence } })
