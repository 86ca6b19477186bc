import { Command } from 'commander'

import type { RefundAccount } from '#contract/orders/order.ts'
import { transitionReturn, type ReturnStep } from '#server/features/orders/orderOperations.ts'
import {
  listReturns,
  type AdminOrder,
  readAdminOrder,
} from '#server/features/orders/adminOrders.ts'
import {
  payOutCash,
  readDueCashRefunds,
  readStuckRefunds,
} from '#server/features/payments/sendRefunds.ts'
import {
  confirm,
  type JsonOption,
  jsonOption,
  formatTime,
  print,
  printJson,
  printTable,
  formatRupees,
  parseShortText,
  parseWholeNumber,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

type Kind = 'return' | 'exchange'

const isStatusOf = (kind: Kind) => (status: string) => status.toLowerCase().startsWith(kind)

const listCommand = (kind: Kind) =>
  new Command('list')
    .description(`list items to ${kind}, oldest request first`)
    .option(...jsonOption)
    .action(({ json }: JsonOption) =>
      withStore(async ({ db, publicOrigin }) => {
        const requests = (await listReturns(db))
          .filter(({ status }) => isStatusOf(kind)(status))
          .map(({ photos, ...request }) => ({
            ...request,
            photos: photos.map((path) => new URL(path, publicOrigin).href),
          }))
        if (json) return printJson(requests)
        for (const { orderNumber, item, status, name, quantity, ...more } of requests) {
          const { size, exchangeSize, reason, photos, contactNumber, address } = more
          const sizes = exchangeSize ? `size ${size} for ${exchangeSize}` : `size ${size}`
          print(`${orderNumber}  item ${item}  ${status}  ${quantity} x ${name}, ${sizes}`)
          const { street, city, postalCode } = address
          const where = `${contactNumber ?? 'erased'}, ${street}, ${city} ${postalCode}`
          print(`  ${[reason, where, ...photos].filter(Boolean).join('; ').replaceAll('\n', ' ')}`)
        }
        print(requests.length === 1 ? `1 ${kind}.` : `${requests.length} ${kind}s.`)
      }),
    )

type Step = {
  name: string
  description: string
  to: ReturnStep
  /** Confirmation question for an irreversible step. */
  question?: (orderNumber: string) => string
  doneText: (after: AdminOrder) => string
}

type StepOptions = JsonOption & YesOption & { reason?: string }

function step({ name, description, to, question, doneText }: Step): Command {
  const command = new Command(name)
    .description(description)
    .argument('<number>', 'the order number, such as PEH-KAB55N')
    .argument(
      '[item]',
      'the number of the item in the order, if several are open',
      parseWholeNumber(1, 99),
    )
    .option(...jsonOption)
  if (question) command.option(...yesOption)
  return command.action((text: string, item: number | undefined, options: StepOptions) =>
    withStore(async ({ db }) => {
      const { orderNumber } = await readAdminOrder(db, text)
      if (question) await confirm(question(orderNumber), options)
      await transitionReturn(db, { orderNumber, to, item, refusalReason: options.reason })
      const after = await readAdminOrder(db, orderNumber)
      if (options.json) printJson(after)
      else print(doneText(after))
    }),
  )
}

/** Declines a request. One that was accepted can no longer be declined. */
const refuseStep = (refusal: Pick<Step, 'description' | 'to' | 'question' | 'doneText'>) =>
  step({ name: 'refuse', ...refusal }).requiredOption(
    '--reason <text>',
    'the reason, shown to the customer in the order, such as "The kurta has been worn."',
    parseShortText(200),
  )

/** How a return is refunded: online payments by the provider, cash manually. */
function refundText({ refunds }: AdminOrder): string {
  const last = refunds.findLast(({ reason }) => reason === 'returned')
  if (!last) return 'Nothing had been paid for it.'
  const amount = formatRupees(last.amountPaise)
  return last.provider === 'cash'
    ? `${amount} has to be refunded manually. Then run: refund paid ${last.id}`
    : `${amount} is being refunded to the original payment method.`
}

export const returnCommand = new Command('return')
  .description('manage returns')
  .addCommand(listCommand('return'))
  .addCommand(
    step({
      name: 'accept',
      description: 'accept a return; it can’t be declined afterwards',
      to: 'Return Accepted',
      question: (orderNumber) => `Accept the return of order ${orderNumber}?`,
      doneText: ({ orderNumber }) =>
        `The return of order ${orderNumber} is accepted. Next: return received.`,
    }),
  )
  .addCommand(
    refuseStep({
      description: 'decline a return; nothing is refunded or restocked',
      to: 'Return Cancelled',
      question: (orderNumber) => `Decline the return of order ${orderNumber}?`,
      doneText: ({ orderNumber }) =>
        `The return of order ${orderNumber} is declined. The customer keeps the item.`,
    }),
  )
  .addCommand(
    step({
      name: 'received',
      description: 'record a received return; the item returns to stock and is refunded',
      to: 'Returned',
      question: (orderNumber) =>
        `Put the item from order ${orderNumber} back in stock and refund it?`,
      doneText: (order) => `Return received for order ${order.orderNumber}. ${refundText(order)}`,
    }),
  )

export const exchangeCommand = new Command('exchange')
  .description('manage exchanges')
  .addCommand(listCommand('exchange'))
  .addCommand(
    step({
      name: 'accept',
      description: 'accept an exchange; it can’t be declined afterwards',
      to: 'Exchange Accepted',
      question: (orderNumber) => `Accept the exchange of order ${orderNumber}?`,
      doneText: ({ orderNumber }) =>
        `The exchange of order ${orderNumber} is accepted. Next: exchange received.`,
    }),
  )
  .addCommand(
    refuseStep({
      description: 'decline an exchange; the new size returns to stock',
      to: 'Exchange Cancelled',
      question: (orderNumber) => `Decline the exchange of order ${orderNumber}?`,
      doneText: ({ orderNumber }) =>
        `The exchange of order ${orderNumber} is declined, and the new size is back in stock. The customer keeps the old size.`,
    }),
  )
  .addCommand(
    step({
      name: 'received',
      description: 'record a completed exchange; the old size returns to stock',
      to: 'Exchanged',
      question: (orderNumber) => `Put the old size from order ${orderNumber} back in stock?`,
      doneText: ({ orderNumber }) => `Exchange completed for order ${orderNumber}.`,
    }),
  )

const list = new Command('list')
  .description(
    'list refunds to make manually, oldest first; online payments are refunded automatically',
  )
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const refund = await readDueCashRefunds(db)
      if (json) return printJson(refund)
      printTable(
        refund.map(({ id, orderNumber, amountPaise, contactNumber, refundAccount, createdAt }) => [
          id,
          orderNumber,
          formatRupees(amountPaise),
          contactNumber ?? 'erased',
          accountText(refundAccount),
          formatTime(createdAt),
        ]),
      )
      print(`${refund.length} to refund manually.`)
    }),
  )

/** Where the customer wants the money. */
function accountText(account: RefundAccount | null): string {
  if (!account) return 'no account given'
  return account.kind === 'upi'
    ? account.upiId
    : `${account.holder}, ${account.accountNumber}, ${account.ifsc}`
}

const stuck = new Command('stuck')
  .description('list refunds that the payment provider does not accept')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const refunds = await readStuckRefunds(db)
      if (json) return printJson(refunds)
      for (const { orderNumber, amountPaise, currency, reason, tries, ...refund } of refunds) {
        const amount = `${currency} ${(amountPaise / 100).toFixed(2)}`
        const { providerPaymentId, createdAt } = refund
        const since = `${tries} times since ${formatTime(createdAt)}`
        print(`${providerPaymentId}  ${orderNumber}  ${amount}  ${reason}  tried ${since}`)
      }
      print(`${refunds.length} to check with the provider.`)
    }),
  )

const refundNotDue = () => new Error('No refund with this id is due')

const paid = new Command('paid')
  .description('record a refund made manually')
  .argument('<id>', 'the id from "refund list"')
  .option(...jsonOption)
  .option(...yesOption)
  .action((id: string, options: JsonOption & YesOption) =>
    withStore(async ({ db }) => {
      const refund = (await readDueCashRefunds(db)).find((refund) => refund.id === id)
      if (!refund) throw refundNotDue()
      const what = `${formatRupees(refund.amountPaise)} for order ${refund.orderNumber}`
      await confirm(`Record that ${what} was refunded manually?`, options)
      if (!(await payOutCash(db, id))) throw refundNotDue()
      if (options.json) printJson({ ...refund, status: 'processed' })
      else print(`${what} was refunded manually.`)
    }),
  )

export const refundCommand = new Command('refund')
  .description('manage refunds')
  .addCommand(list)
  .addCommand(stuck)
  .addCommand(paid)
