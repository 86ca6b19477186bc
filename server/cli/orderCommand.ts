import { Command } from 'commander'

import { noteRefusal } from '#server/features/orders/noteRefusal.ts'
import { print } from './print.ts'
import { withStore } from './withStore.ts'

const refused = new Command('refused')
  .description('write down that an order to be paid at the door was not taken there')
  .argument('<number>', 'the order, as PEH-KAB55N')
  .action((number: string) =>
    withStore(async ({ db }) => {
      await noteRefusal(db, number)
      print('Written down. It counts until the order is delivered or paid after all.')
    }),
  )

export const orderCommand = new Command('order').description('orders').addCommand(refused)
