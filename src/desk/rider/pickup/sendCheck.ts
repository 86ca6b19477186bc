import type { CheckPickup, Pickup } from '#contract/staff/pickups.ts'
import { request } from '#desk/app/request.ts'
import type { PickupMove } from '#desk/rider/moves/moveQueue.ts'
import { uploadPhotos } from '#desk/rider/photos/uploadPhotos.ts'

type Attempt = { idempotencyKey: string; signal: AbortSignal }

/** Sends what a rider did about a pick-up, its photos first. Returns what is left of it. */
export async function sendCheck(change: PickupMove, attempt: Attempt): Promise<Pickup | null> {
  const { number } = change
  const body = await bodyOf(change, attempt.signal)
  const { result } = await request('checkPickup', { params: { number }, body, ...attempt })
  return result
}

async function bodyOf({ number, pickup }: PickupMove, signal: AbortSignal): Promise<CheckPickup> {
  if (pickup.move === 'attempt') return pickup
  const items = []
  for (const { photos, ...item } of pickup.items) {
    items.push({ ...item, photoIds: await uploadPhotos({ number, ids: photos, signal }) })
  }
  return { move: 'check', items }
}
