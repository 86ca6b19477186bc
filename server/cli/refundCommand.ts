import { Command } from 'commander'

import { payOutCash, readCashOwed } from '#server/features/payments/payOutCash.ts'
import { readStuck } from '#server/features/payments/readStuck.ts'
import { print } from './print.ts'
import { withStore } from './withStore.ts'

const list = new Command('list')
  .description(
    'cash that has to be handed back, the oldest first; what was paid online goes by itself',
  )
  .action(() =>
    withStore(async ({ db }) => {
      const owed = await readCashOwed(db)
      for (const { id, orderNumber, amountPaise, contactNumber, createdAt } of owed) {
        const rupees = (amountPaise / 100).toFixed(2)
        print(`${id}  ${orderNumber}  ₹${rupees}  ${contactNumber}  ${createdAt.toISOString()}`)
      }
      print(`${owed.length} to hand back.`)
    }),
  )

const stuck = new Command('stuck')
  .description('what the payment provider has not taken back, however often it was asked')
  .action(() =>
    withStore(async ({ db }) => {
      const refunds = await readStuck(db)
      for (const { orderNumber, amountPaise, currency, reason, tries, ...refund } of refunds) {
        const amount = `${currency} ${(amountPaise / 100).toFixed(2)}`
        const { providerPaymentId, createdAt } = refund
        const since = `${tries} times since ${createdAt.toISOString()}`
        print(`${providerPaymentId}  ${orderNumber}  ${amount}  ${reason}  asked ${since}`)
      }
      print(`${refunds.length} to look at, at the provider.`)
    }),
  )

const paid = new Command('paid')
  .description('write down that cash was handed back')
  .argument('<id>', 'the refund, as listed')
  .action((id: string) =>
    withStore(async ({ db }) => {
      if (!(await payOutCash(db, id))) throw new Error('No cash is owed under this id.')
      print('Written down.')
    }),
  )

export const refundCommand = new Command('refund')
  .description('money that goes back to shoppers')
  .addCommand(list)
  .addCommand(stuck)
  .addCommand(paid)
