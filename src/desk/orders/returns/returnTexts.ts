import type { PickupFinding, PickupOutcome, StaffReturn } from '#contract/staff/pickups.ts'

const findings: Record<PickupFinding, string> = {
  fine: 'as delivered',
  worn: 'worn',
  damaged: 'damaged',
  wrongItem: 'another item',
  incomplete: 'something missing',
}

const outcomes: Record<PickupOutcome, string> = {
  taken: 'Taken along',
  refused: 'Left with the customer',
}

/** Where the item is, in words. */
function stateOf({ kind, status, rider, check }: StaffReturn): string {
  const what = kind === 'return' ? 'Return' : 'Exchange'
  if (status.endsWith('Cancelled')) return `${what} refused or withdrawn`
  if (status === 'Returned') return 'Received and refunded'
  if (status === 'Exchanged') return 'Exchanged, the old size is back'
  if (check) return `With ${check.by}, to be received`
  if (rider) return `${what}: ${rider.name} picks it up`
  return `${what} requested, no rider yet`
}

export const returnTexts = {
  proof: {
    title: 'Proof of delivery',
    photos: 'Photos of the delivery',
    kinds: {
      code: 'The rider asks the customer for the code that their order shows. A manager can mark the order as delivered without it.',
      photo: 'The rider takes a photo, which is kept for 90 days.',
    },
  },
  title: 'Returns and exchanges',
  assign: 'Give to a rider',
  otherRider: 'Change rider',
  item: (name: string, size: string, count: number) =>
    count === 1 ? `${name}, size ${size}` : `${count} × ${name}, size ${size}`,
  takeAlong: (size: string) => `The rider takes size ${size} along`,
  handedOver: (size: string) => `Size ${size} was handed over`,
  because: (reason: string) => `Customer: ${reason}`,
  customerPhotos: (name: string) => `Photos from the customer: ${name}`,
  riderPhotos: (name: string) => `Photos from the rider: ${name}`,
  photo: (position: number) => `Photo ${position}`,
  stateOf,
  missed: (reason: string, attempts: number) => `Not picked up: ${reason}, attempt ${attempts}`,
  found: (outcome: PickupOutcome, finding: PickupFinding, note: string | null) =>
    [`${outcomes[outcome]}: ${findings[finding]}`, note].filter(Boolean).join('. '),
  checkedBy: (by: string, time: string) => `${by}, ${time}`,
  refusedBecause: (reason: string) => `Reason: ${reason}`,
  receive: 'Received',
  receiveItem: (name: string) => `Received: ${name}`,
  refuse: 'Refuse',
  refuseItem: (name: string, item: number) => `Refuse: ${name}, item ${item}`,
  dialogs: {
    assign: 'Who picks it up?',
    receive: 'Receive the item',
    refuse: 'Refuse the request',
  },
  save: { assign: 'Give to the rider', receive: 'Received', refuse: 'Refuse' },
  notNow: 'Not now',
  reason: 'Reason, which the customer reads',
  chooseRider: 'Choose a rider',
  giveReason: 'Say why',
  effects: {
    returned: (item: string, warehouse: string) => `${item} is back on sale in ${warehouse}`,
    refund: 'The price of the item is refunded',
    noRefund: 'Nothing is refunded',
    received: 'The customer is told that we received it',
    exchanged: 'The customer is told that the exchange is complete',
    refused: 'The customer is told, and reads the reason in the order',
    newSizeBack: (size: string) => `Size ${size} is back on sale`,
  },
} as const
