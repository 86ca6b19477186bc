import * as v from 'valibot'

import { OrderStatus } from '#contract/orders/order.ts'
import { PickupFinding, type PickupItem, PickupOutcome } from '#contract/staff/pickups.ts'

const CheckedItem = v.object({
  item: v.number(),
  from: OrderStatus,
  outcome: PickupOutcome,
  finding: PickupFinding,
  note: v.optional(v.string()),
  /** Of photos that the phone keeps until they are sent. */
  photos: v.array(v.string()),
})

/** What a rider did about a pick-up, as it waits on the phone. */
export const DoorCheck = v.variant('move', [
  v.object({ move: v.literal('check'), items: v.array(CheckedItem) }),
  v.object({ move: v.literal('attempt'), reason: v.string(), attempts: v.number() }),
])
export type DoorCheck = v.InferOutput<typeof DoorCheck>
export type ItemCheck = v.InferOutput<typeof CheckedItem>

export const photosOf = (check: DoorCheck): string[] =>
  check.move === 'check' ? check.items.flatMap(({ photos }) => photos) : []

/** What the rider has chosen for an item so far. */
export type ItemDraft = {
  finding?: PickupFinding
  outcome?: PickupOutcome
  note: string
  photos: string[]
}

export const emptyDraft: ItemDraft = { note: '', photos: [] }

/** What an item still lacks; undefined if it can be sent. */
export function missingOf(draft: ItemDraft): 'finding' | 'photo' | 'outcome' | undefined {
  if (!draft.finding) return 'finding'
  if (draft.finding !== 'fine' && draft.photos.length === 0) return 'photo'
  return draft.outcome ? undefined : 'outcome'
}

/** The check of one item; undefined while something is missing. */
export function checkOf({ item, status }: PickupItem, draft: ItemDraft): ItemCheck | undefined {
  const { finding, outcome, note, photos } = draft
  if (!finding || !outcome || missingOf(draft)) return undefined
  const words = note.trim()
  return { item, from: status, finding, outcome, photos, ...(words && { note: words }) }
}
