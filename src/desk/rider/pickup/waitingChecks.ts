import type { Pickup, CollectedItem } from '#contract/staff/pickups.ts'
import type { RiderShift } from '#contract/staff/riders.ts'
import type { RiderMove } from '#desk/rider/moves/moveQueue.ts'

export type OwnPickups = Pick<RiderShift, 'pickups' | 'taken'>

export const ownPickups = ({ pickups, taken }: RiderShift): OwnPickups => ({ pickups, taken })

/** The pick-ups as they will be once the server has recorded what the rider did. */
export function afterCheck(own: OwnPickups, change: RiderMove): OwnPickups {
  if ('body' in change) return own
  const { number, pickup: check } = change
  const pickup = own.pickups.find((other) => other.number === number)
  if (!pickup) return own
  if (check.move === 'attempt') {
    const { reason, attempts } = check
    if (attempts !== pickup.attempts) return own
    return withPickup(own, { ...pickup, attempts: attempts + 1, failedReason: reason })
  }
  const isChecked = ({ item }: { item: number }) =>
    check.items.some((checked) => checked.item === item)
  const isCollected = ({ item }: { item: number }) =>
    check.items.some((checked) => checked.item === item && checked.outcome === 'taken')
  const collected: CollectedItem[] = pickup.items
    .filter(isCollected)
    .map(({ item, name, size, quantity }) => ({
      ...{ number, item, name, size, quantity, warehouse: pickup.warehouse.name },
    }))
  const left = { ...pickup, items: pickup.items.filter((item) => !isChecked(item)) }
  return { ...withPickup(own, left), taken: [...own.taken, ...collected] }
}

const withPickup = (own: OwnPickups, changed: Pickup): OwnPickups => ({
  ...own,
  pickups: own.pickups
    .map((pickup) => (pickup.number === changed.number ? changed : pickup))
    .filter(({ items }) => items.length > 0),
})
