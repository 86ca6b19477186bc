import { movesFor } from '#contract/staff/orderMoves.ts'
import type { Pickup } from '#contract/staff/pickups.ts'
import type { Delivery } from '#contract/staff/riders.ts'

/** A cash order of one shirt that a rider has just got. */
export function aDelivery(changes: Partial<Delivery> = {}): Delivery {
  const delivery: Delivery = {
    number: 'PEH-9D3WN',
    state: 'withRider',
    status: 'Shipped',
    purchaseType: 'Standard',
    placedAt: '2026-11-27T12:00:00.000Z',
    promisedBy: '2026-11-27T13:28:00.000Z',
    since: '2026-11-27T12:40:00.000Z',
    itemCount: 1,
    photos: [],
    totalPaise: 2658_00,
    paymentMethod: 'Cash on delivery',
    isPaid: false,
    duePaise: 2658_00,
    customer: 'Kavita Rathore',
    area: 'Scheme 54 452010',
    warehouse: { id: 'vn', name: 'Vijay Nagar' },
    rider: { id: 'ravi', name: 'Ravi Sahu' },
    attempts: 0,
    failedReason: null,
    items: [
      {
        ...{ item: 1, name: 'Block-print shirt', brand: 'Saanjh', photo: null },
        ...{ size: 'M', trialSize: null, quantity: 1, netPaise: 2658_00, refundedPaise: 0 },
      },
    ],
    receiver: { name: 'Kavita Rathore', contactNumber: '9876500001' },
    address: { text: 'B-204 Shagun Arcade, Indore, 452010', latitude: 22.75, longitude: 75.89 },
    notes: [],
    moves: [],
    refundedPaise: 0,
    proof: 'none',
    ...changes,
  }
  return { ...delivery, moves: movesFor('rider', delivery) }
}

/** A return of one shirt that a rider is to fetch. */
export const aPickup = (changes: Partial<Pickup> = {}): Pickup => ({
  number: 'PEH-7RT2Q',
  area: 'Scheme 54 452010',
  warehouse: { id: 'vn', name: 'Vijay Nagar' },
  requestedAt: '2026-11-27T11:00:00.000Z',
  receiver: { name: 'Meena Solanki', contactNumber: '9876500002' },
  address: { text: '14 Palasia Road, Indore, 452001', latitude: 22.72, longitude: 75.88 },
  attempts: 0,
  failedReason: null,
  notes: [],
  items: [
    {
      ...{ item: 1, kind: 'return', status: 'Return Requested', name: 'Block-print shirt' },
      ...{ brand: 'Saanjh', photo: null, size: 'M', quantity: 1, newSize: null },
      ...{ reason: 'Quality issue', customerPhotos: [] },
    },
  ],
  ...changes,
})
