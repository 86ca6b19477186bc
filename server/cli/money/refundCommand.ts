import { Command } from 'commander'

import {
  payOutCash,
  readDueCashRefunds,
  readStuckPayments,
} from '#server/features/payments/sendRefunds.ts'
import { type Json, jsonOption, type Yes, yesOption } from '#server/cli/terminal/commandOptions.ts'
import { confirm } from '#server/cli/terminal/confirm.ts'
import { moment, print, printJson, printTable, rupees } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'

const list = new Command('list')
  .description(
    'cash refunds that are due, oldest first; online payments are refunded automatically',
  )
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const owed = await readDueCashRefunds(db)
      if (json) return printJson(owed)
      printTable(
        owed.map(({ id, orderNumber, amountPaise, contactNumber, createdAt }) => [
          id,
          orderNumber,
          rupees(amountPaise),
          contactNumber ?? 'erased',
          moment(createdAt),
        ]),
      )
      print(`${owed.length} to hand back.`)
    }),
  )

const stuck = new Command('stuck')
  .description('what the payment provider has not taken back, however often it was asked')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const refunds = await readStuckPayments(db)
      if (json) return printJson(refunds)
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
  .description('note that cash was handed back to a customer')
  .argument('<id>', 'the refund, as listed')
  .option(...jsonOption)
  .option(...yesOption)
  .action((id: string, options: Json & Yes) =>
    withStore(async ({ db }) => {
      const owed = (await readDueCashRefunds(db)).find((refund) => refund.id === id)
      if (!owed) throw new Error('No cash is owed under this id')
      const what = `${rupees(owed.amountPaise)} for order ${owed.orderNumber}`
      await confirm(`Note that ${what} was handed back?`, options)
      if (!(await payOutCash(db, id))) throw new Error('No cash is owed under this id')
      if (options.json) printJson({ ...owed, status: 'processed' })
      else print(`${what} was handed back.`)
    }),
  )

export const refundCommand = new Command('refund')
  .description('money that goes back to shoppers')
  .addCommand(list)
  .addCommand(stuck)
  .addCommand(paid)
