import { plural } from '#desk/ui/plural.ts'

export const texts = {
  title: 'Returns',
  subtitle: (count: number) => plural(count, 'order'),
  groups: {
    toAssign: 'To give to a rider',
    withRider: 'With a rider',
    toReceive: 'To receive in the warehouse',
  },
  since: (time: string) => `Requested ${time}`,
  openOrder: (number: string) => `Open order ${number}`,
  empty: 'No returns or exchanges are open',
  emptyBody: 'They show up here when a customer asks for one.',
  loading: 'Loading returns…',
  couldNotLoad: 'We couldn’t load the returns.',
  couldNotUpdate: 'We couldn’t update the list. This is the last one.',
} as const
