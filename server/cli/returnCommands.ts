import { Command } from 'commander'

import { moveReturn, type ReturnStep } from '#server/features/orders/orderOperations.ts'
import {
  listReturns,
  type OrderSheet,
  readOrderSheet,
} from '#server/features/orders/orderSheets.ts'
import {
  payOutCash,
  readDueCashRefunds,
  readStuckPayments,
} from '#server/features/payments/sendRefunds.ts'
import {
  confirm,
  type Json,
  jsonOption,
  moment,
  print,
  printJson,
  printTable,
  rupees,
  wholeNumber,
  type Yes,
  yesOption,
} from './terminal.ts'
import { withStore } from './withStore.ts'

type Kind = 'return' | 'exchange'

const isOf = (kind: Kind) => (status: string) => status.toLowerCase().startsWith(kind)

const listCommand = (kind: Kind) =>
  new Command('list')
    .description(`items that customers want to ${kind}, the oldest request first`)
    .option(...jsonOption)
    .action(({ json }: Json) =>
      withStore(async ({ db }) => {
        const found = (await listReturns(db)).filter(({ status }) => isOf(kind)(status))
        if (json) return printJson(found)
        for (const { orderNumber, item, status, name, quantity, ...more } of found) {
          const { size, exchangeSize, reason, photos, contactNumber, address } = more
          const sizes = exchangeSize ? `size ${size} for ${exchangeSize}` : `size ${size}`
          print(`${orderNumber}  item ${item}  ${status}  ${quantity} x ${name}, ${sizes}`)
          const { street, city, postalCode } = address
          const where = `${contactNumber ?? 'erased'}, ${street}, ${city} ${postalCode}`
          print(`  ${[reason, where, ...photos].filter(Boolean).join('; ').replaceAll('\n', ' ')}`)
        }
        print(found.length === 1 ? `1 ${kind}.` : `${found.length} ${kind}s.`)
      }),
    )

type Step = {
  name: string
  description: string
  to: ReturnStep
  /** Confirmation question for an irreversible step. */
  question?: (orderNumber: string) => string
  done: (after: OrderSheet) => string
}

function step({ name, description, to, question, done }: Step): Command {
  const command = new Command(name)
    .description(description)
    .argument('<number>', 'the order, as PEH-KAB55N')
    .argument(
      '[item]',
      'its place in the order, from 1, where more than one is under way',
      wholeNumber(1, 99),
    )
    .option(...jsonOption)
  if (question) command.option(...yesOption)
  return command.action((typed: string, item: number | undefined, options: Json & Yes) =>
    withStore(async ({ db }) => {
      const { orderNumber } = await readOrderSheet(db, typed)
      if (question) await confirm(question(orderNumber), options)
      await moveReturn(db, { orderNumber, to, item })
      const after = await readOrderSheet(db, orderNumber)
      if (options.json) printJson(after)
      else print(done(after))
    }),
  )
}

/** How a return is refunded: online payments by the provider, cash by hand. */
function refundOf({ refunds }: OrderSheet): string {
  const last = refunds.findLast(({ reason }) => reason === 'returned')
  if (!last) return 'Nothing was paid for it.'
  const amount = rupees(last.amountPaise)
  return last.provider === 'cash'
    ? `${amount} is to be handed back in cash: refund paid ${last.id}`
    : `${amount} is refunded to the account it was paid from.`
}

export const returnCommand = new Command('return')
  .description('items that customers give back')
  .addCommand(listCommand('return'))
  .addCommand(
    step({
      name: 'accept',
      description: 'accept a return: the item is picked up',
      to: 'Return Accepted',
      done: ({ orderNumber }) => `The return of order ${orderNumber} is accepted: pick it up.`,
    }),
  )
  .addCommand(
    step({
      name: 'refuse',
      description: 'refuse a return: the item stays with its customer',
      to: 'Return Cancelled',
      question: (orderNumber) => `Refuse the return of order ${orderNumber}?`,
      done: ({ orderNumber }) => `The return of order ${orderNumber} is refused.`,
    }),
  )
  .addCommand(
    step({
      name: 'received',
      description: 'the item is back: it is in stock again, and its price is refunded',
      to: 'Returned',
      question: (orderNumber) => `Put the item of order ${orderNumber} in stock, and refund it?`,
      done: (order) => `The return of order ${order.orderNumber} is received. ${refundOf(order)}`,
    }),
  )

export const exchangeCommand = new Command('exchange')
  .description('items that customers exchange for another size')
  .addCommand(listCommand('exchange'))
  .addCommand(
    step({
      name: 'accept',
      description: 'accept an exchange: the other size is brought, and the item is picked up',
      to: 'Exchange Accepted',
      done: ({ orderNumber }) =>
        `The exchange of order ${orderNumber} is accepted: bring the other size.`,
    }),
  )
  .addCommand(
    step({
      name: 'refuse',
      description: 'refuse an exchange: the other size is in stock again',
      to: 'Exchange Cancelled',
      question: (orderNumber) => `Refuse the exchange of order ${orderNumber}?`,
      done: ({ orderNumber }) => `The exchange of order ${orderNumber} is refused.`,
    }),
  )
  .addCommand(
    step({
      name: 'received',
      description: 'the sizes are exchanged: the first one is in stock again',
      to: 'Exchanged',
      question: (orderNumber) => `Put the first size of order ${orderNumber} in stock again?`,
      done: ({ orderNumber }) => `The item of order ${orderNumber} is exchanged.`,
    }),
  )

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
