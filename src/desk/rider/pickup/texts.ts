import type { PickupFinding, ReturnKind } from '#contract/staff/pickups.ts'
import { plural } from '#desk/ui/plural.ts'

const kinds: Record<ReturnKind, string> = { return: 'Return', exchange: 'Exchange' }

const findings: Record<PickupFinding, string> = {
  fine: 'As delivered',
  worn: 'Worn',
  damaged: 'Damaged',
  wrongItem: 'Another item',
  incomplete: 'Something missing',
}

export const texts = {
  title: 'Pick-up',
  kinds,
  findings,
  pickup: 'Pick-up',
  since: (time: string) => `Requested ${time}`,
  openDoor: 'At the door: check the items',
  failedFor: (reason: string) => `Not picked up: ${reason}`,
  failedHint: 'Agree on a new time with the customer, or ask your manager.',
  notFound: {
    title: 'This pick-up isn’t in your deliveries',
    body: 'It was done, withdrawn by the customer, or given to another rider.',
  },
  items: 'Items to pick up',
  size: (size: string, count: number) =>
    count === 1 ? `size ${size}` : `size ${size} · ${count} pieces`,
  because: (reason: string) => `Customer: ${reason}`,
  customerPhotos: 'Photos from the customer',
  customerPhoto: (position: number) => `Photo ${position} from the customer`,
  handOver: (size: string) => `Hand over the new size: ${size}`,
  question: (name: string) => `How is it: ${name}`,
  photo: 'Take a photo',
  note: 'What you found (optional)',
  decision: (name: string) => `What happens: ${name}`,
  taken: 'Take it along',
  refused: 'Leave it with the customer',
  accepted: 'The store has accepted this return already. Take it along.',
  keeps: 'Customer keeps it',
  keepsNote: 'You decided to keep it.',
  refusedHint: 'The customer keeps the item and reads what you found.',
  hint: 'The warehouse receives the items. The refund starts then.',
  notAtHome: 'Not at home',
  missing: {
    finding: 'Check every item first',
    photo: 'Take a photo first',
    outcome: 'Take it or leave it?',
  },
  complete: (taken: number, left: number) =>
    left === 0
      ? `Done, ${plural(taken, 'item')} taken`
      : taken === 0
        ? 'Done, nothing taken'
        : `Done, ${taken} taken, ${left} left`,
  bringBack: 'Bring back to the warehouse',
  takenItem: (name: string, size: string, count: number) =>
    count === 1 ? `${name}, ${size}` : `${count} × ${name}, ${size}`,
  takenFor: (warehouse: string, number: string) => `${warehouse} · ${number}`,
} as const
