import { plural } from '#desk/ui/plural.ts'

export const texts = {
  title: 'Cash sheet',
  loading: 'Loading your cash sheet…',
  couldNotLoad: 'We couldn’t load your cash sheet.',
  couldNotUpdate: 'We couldn’t update your cash sheet. It shows what was read before.',
  shouldHave: 'Cash you should have',
  fromOrders: (count: number) => `Cash from ${plural(count, 'order')}`,
  unsent: (amount: string) =>
    `${amount} of deliveries that wait to be sent isn’t on the sheet yet.`,
  empty: {
    title: 'You carry no cash',
    body: 'What you collect at the door shows up here.',
  },
  count: 'Count what you have',
  note: (rupees: number) => `₹${rupees}`,
  notes: (rupees: number) => `Notes of ${rupees} rupees`,
  fewer: (rupees: number) => `One note of ${rupees} rupees fewer`,
  more: (rupees: number) => `One note of ${rupees} rupees more`,
  coins: 'Coins',
  coinsLabel: 'Coins, in rupees',
  coinsInvalid: 'Enter the coins in rupees',
  info: 'Your manager counts it again and confirms on the desk. A difference stays on the sheet.',
  counted: (amount: string) => `Counted ${amount}`,
  reason: 'Why do the amounts differ?',
  reasonMissing: 'Say why the amounts differ',
  handOver: (amount: string) => `Hand over ${amount}`,
  handingOver: 'Saving…',
  failed: 'We couldn’t save the hand-over. Please try again.',
  offline: 'You need a connection to hand over cash.',
  handovers: 'Handed over',
} as const
