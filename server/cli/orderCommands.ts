import { Command, InvalidArgumentError } from 'commander'

import { isActive, OrderStatus } from '#contract/order.ts'
import type { Database } from '#server/database/client/connect.ts'
import * as desk from '#server/features/orders/orderOperations.ts'
import { listAgents } from '#server/features/orders/orderOperations.ts'
import {
  listOrders,
  type OrderFilter,
  type OrderSheet,
  type OrderSummary,
  readOrderSheet,
} from '#server/features/orders/orderSheets.ts'
import {
  confirm,
  day,
  dayAfter,
  type Json,
  jsonOption,
  moment,
  phone,
  print,
  printJson,
  printTable,
  rupees,
  shortText,
  wholeNumber,
  type Yes,
  yesOption,
} from './terminal.ts'
import { withStore } from './withStore.ts'

const number = ['<number>', 'the order number, such as PEH-KAB55N'] as const
const statusWords = OrderStatus.options.map((status) => status.toLowerCase())

/** Parses statuses such as "on the way", "On-the-way" or "accepted,shipped". */
function statuses(typed: string, before: OrderStatus[] = []): OrderStatus[] {
  const named = typed.split(',').map((word) => {
    const plain = word.trim().toLowerCase().replaceAll(/[-_]/g, ' ')
    const status = OrderStatus.options.find((one) => one.toLowerCase() === plain)
    if (status) return status
    throw new InvalidArgumentError(`Must be one of: ${statusWords.join(', ')}.`)
  })
  return [...before, ...named]
}

type ListOptions = Json & {
  status?: OrderStatus[]
  open?: boolean
  packed?: boolean
  phone?: string
  date?: Date
  from?: Date
  until?: Date
  limit: number
}

const list = new Command('list')
  .description('list placed orders, newest first')
  .option('--status <status>', 'with this status; may be repeated or comma-separated', statuses)
  .option('--open', 'not delivered yet')
  .option('--packed', 'packed by the warehouse')
  .option('--no-packed', 'not packed yet')
  .option('--phone <number>', 'of the customer with this phone number', phone)
  .option('--date <day>', 'placed on this day, such as 2026-11-23, in India', day)
  .option('--from <day>', 'placed on or after this day', day)
  .option('--until <day>', 'placed on or before this day', day)
  .option('--limit <count>', 'maximum number of orders', wholeNumber(1, 10_000), 50)
  .option(...jsonOption)
  .action((options: ListOptions) =>
    withStore(async ({ db }) => {
      const orders = await listOrders(db, filterOf(options))
      if (options.json) return printJson(orders)
      printTable(
        orders.map((order) => [
          order.orderNumber,
          order.status === 'Accepted' && order.packedAt ? 'Accepted, packed' : order.status,
          moment(order.placedAt),
          rupees(order.totalPaise),
          isCashDue(order) && order.status !== 'Cancelled'
            ? 'to be paid in cash'
            : order.paymentMethod,
          order.purchaseType,
          `${order.contactNumber ?? 'erased'}, ${order.city}`,
        ]),
      )
      print(orders.length === 1 ? '1 order.' : `${orders.length} orders.`)
    }),
  )

function filterOf({ status, open, packed, date, ...options }: ListOptions): OrderFilter {
  const { from = date, until = date } = options
  return {
    statuses: status ?? (open ? OrderStatus.options.filter(isActive) : undefined),
    isPacked: packed,
    contactNumber: options.phone,
    from,
    until: until && dayAfter(until),
    limit: options.limit,
  }
}

const show = new Command('show')
  .description('show an order: items, address, payments and history')
  .argument(...number)
  .option(...jsonOption)
  .action((orderNumber: string, { json }: Json) =>
    withStore(async ({ db }) => {
      const sheet = await readOrderSheet(db, orderNumber)
      if (json) printJson(sheet)
      else printOrderSheet(sheet)
    }),
  )

type Step<Options> = {
  name: string
  description: string
  /** Confirmation question for an irreversible step. */
  question?: (before: OrderSheet, options: Options) => string
  work: (db: Database, orderNumber: string, options: Options) => Promise<void>
  /** The message that is printed on success. */
  done: (after: OrderSheet) => string
}

/** Creates a command that changes the status of an order. With `--json` it prints the updated order. */
function step<Options extends object = object>(
  { name, description, question, work, done }: Step<Options>,
  configure: (command: Command) => Command = (command) => command,
): Command {
  const command = configure(
    new Command(name)
      .description(description)
      .argument(...number)
      .option(...jsonOption),
  )
  if (question) command.option(...yesOption)
  return command.action((typed: string, options: Options & Json & Yes) =>
    withStore(async ({ db }) => {
      const before = await readOrderSheet(db, typed)
      if (question) await confirm(question(before, options), options)
      await work(db, before.orderNumber, options)
      const after = await readOrderSheet(db, before.orderNumber)
      if (options.json) printJson(after)
      else print(done(after))
    }),
  )
}

const pack = step({
  name: 'pack',
  description: 'mark an order as packed; the customer can still cancel it',
  work: desk.packOrder,
  done: ({ orderNumber }) => `${orderNumber} is packed.`,
})

type Agent = { agent: string; phone: string }

const send = step<Agent>(
  {
    name: 'send',
    description: 'assign an order to a delivery agent, whose name and number the customer sees',
    work: (db, orderNumber, { agent: name, phone: contactNumber }) =>
      desk.sendOrder(db, orderNumber, { name, contactNumber }),
    done: ({ orderNumber, agent }) =>
      `${orderNumber} is with ${agent?.name}, ${agent?.contactNumber}.`,
  },
  (command) =>
    command
      .requiredOption('--agent <name>', 'the delivery agent', shortText(80))
      .requiredOption('--phone <number>', 'their phone number', phone),
)

const onTheWay = step({
  name: 'on-the-way',
  description: 'mark an order as on the way',
  work: desk.startDelivery,
  done: ({ orderNumber }) => `${orderNumber} is on the way.`,
})

const arrived = step({
  name: 'arrived',
  description: 'mark a Try & Buy order as arrived',
  work: desk.arriveAtDoor,
  done: ({ orderNumber }) => `${orderNumber} is at the door.`,
})

const trial = step({
  name: 'trial',
  description: 'start the trial of a Try & Buy order',
  work: desk.startTrial,
  done: ({ orderNumber }) => `${orderNumber} is being tried on.`,
})

type TrialOptions = { keep?: desk.TrialChoice[]; keepNothing?: boolean }

function keptItems(typed: string, before: desk.TrialChoice[] = []): desk.TrialChoice[] {
  const [, item, size] = /^([1-9]\d?)(?:=(.+))?$/.exec(typed) ?? []
  if (!item) throw new InvalidArgumentError('Must be written as 1 or, with the size, as 1=M.')
  if (before.some((one) => one.item === Number(item))) {
    throw new InvalidArgumentError(`Item ${item} is given twice.`)
  }
  return [...before, { item: Number(item), size }]
}

const settle = step<TrialOptions>(
  {
    name: 'settle',
    description: 'record which items the customer keeps; the others are returned',
    question: ({ items }, { keep = [] }) => {
      const left = items.filter(({ item }) => !keep.some((kept) => kept.item === item))
      const names = left.map(({ name }) => name).join(', ')
      return left.length > 0 ? `Return and refund ${names}?` : 'Does the customer keep every item?'
    },
    work: (db, orderNumber, { keep = [] }) => desk.settleTrial(db, orderNumber, keep),
    done: ({ orderNumber, items }) => {
      const kept = items.filter(({ status }) => status !== 'Cancelled')
      const words = kept.map(({ name, soldSize, size }) => `${name} in ${soldSize ?? size}`)
      return `${orderNumber}: ${words.join(', ') || 'nothing'} is kept. Next: order delivered.`
    },
  },
  (command) =>
    command
      .option(
        '--keep <item[=size]>',
        'a kept item by its number in the order, with =SIZE if it is not the ordered size; may be repeated',
        keptItems,
      )
      .option('--keep-nothing', 'everything is returned')
      .hook('preAction', (_, action) => {
        const { keep, keepNothing } = action.opts<TrialOptions>()
        if (Boolean(keep) !== Boolean(keepNothing)) return
        action.error('error: specify --keep or --keep-nothing', { exitCode: 2 })
      }),
)

const isCashDue = ({ paymentMethod, paymentStatus }: OrderSummary) =>
  paymentMethod === 'Cash on delivery' && paymentStatus === 'Pending'

const delivered = step({
  name: 'delivered',
  description: 'mark an order as delivered; cash that is due counts as paid',
  question: (order) =>
    isCashDue(order)
      ? `Mark ${order.orderNumber} as delivered, with ${rupees(order.totalPaise)} paid in cash?`
      : `Mark ${order.orderNumber} as delivered?`,
  work: desk.deliverOrder,
  done: ({ orderNumber, paymentMethod, totalPaise }) =>
    paymentMethod === 'Cash on delivery'
      ? `${orderNumber} is delivered, and ${rupees(totalPaise)} is paid.`
      : `${orderNumber} is delivered.`,
})

const paid = step({
  name: 'paid',
  description: 'record a cash payment before the order is delivered',
  question: ({ orderNumber, totalPaise }) =>
    `Mark ${orderNumber} as paid, with ${rupees(totalPaise)} in cash?`,
  work: desk.collectCash,
  done: ({ orderNumber, totalPaise }) => `${orderNumber} is paid: ${rupees(totalPaise)} in cash.`,
})

const refunded = ({ refunds }: OrderSheet) => {
  const pending = refunds.filter(({ status }) => status === 'pending')
  const sum = pending.reduce((total, { amountPaise }) => total + amountPaise, 0)
  return sum > 0 ? ` ${rupees(sum)} is being refunded.` : ''
}

const cancel = step({
  name: 'cancel',
  description: 'cancel an order before dispatch; its items return to stock',
  question: ({ orderNumber }) => `Cancel all items in order ${orderNumber}?`,
  work: desk.cancelByStore,
  done: (order) => `${order.orderNumber} is cancelled.${refunded(order)}`,
})

const refused = step({
  name: 'refused',
  description: 'record that an order was refused at the door; it is cancelled and refunded',
  question: ({ orderNumber }) => `Cancel order ${orderNumber} as refused at the door?`,
  work: desk.refuseOrderAtDoor,
  done: (order) => `${order.orderNumber} was refused at the door.${refunded(order)}`,
})

export const orderCommand = new Command('order').description('manage orders')
for (const command of [list, show, pack, send, onTheWay, arrived, trial, settle]) {
  orderCommand.addCommand(command)
}
for (const command of [paid, delivered, refused, cancel]) orderCommand.addCommand(command)

const agents = new Command('list')
  .description('list delivery agents and their open orders')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const found = await listAgents(db)
      if (json) return printJson(found)
      printTable(
        found.map(({ name, contactNumber, ordersNow }) => [name, contactNumber, `${ordersNow}`]),
      )
      print(found.length === 1 ? '1 delivery agent.' : `${found.length} delivery agents.`)
    }),
  )

export const agentCommand = new Command('agent').description('delivery agents').addCommand(agents)

/** Prints an order with everything needed to pack and deliver it and to answer the customer. */
function printOrderSheet(order: OrderSheet): void {
  const packed = order.packedAt ? `, packed ${moment(order.packedAt)}` : ''
  print(`${order.orderNumber}  ${order.status}  ${order.purchaseType}`)
  print(`Placed ${moment(order.placedAt)}${packed}, warehouse ${order.warehouseId ?? 'unknown'}`)
  if (order.promisedBy) print(`Promised by ${moment(order.promisedBy)}`)
  print(`To      ${order.receiver.name}, ${order.receiver.contactNumber ?? 'erased'}`)
  const { street, city, state, postalCode } = order.address
  print(`        ${oneLine([street, city, state, postalCode].filter(Boolean).join(', '))}`)
  if (order.agent) print(`With    ${order.agent.name}, ${order.agent.contactNumber}`)
  print(`Pays    ${rupees(order.totalPaise)}, ${order.paymentMethod}, ${order.paymentStatus}`)
  printTable(order.items.map((item) => ['', ...itemColumns(item)]))
  for (const { item, returnReason, exchangeReason, returnPhotos } of order.items) {
    const reason = returnReason ?? exchangeReason
    if (reason) print(`  Item ${item}: ${oneLine(reason)} ${returnPhotos.join(' ')}`.trimEnd())
  }
  for (const payment of order.payments) {
    const { provider, kind, status, amountPaise, providerPaymentId } = payment
    print(`Payment ${rupees(amountPaise)} ${provider} ${kind} ${status} ${providerPaymentId ?? ''}`)
  }
  for (const { id, amountPaise, provider, reason, status } of order.refunds) {
    print(`Refund  ${rupees(amountPaise)} ${provider} ${reason} ${status} ${id}`)
  }
  for (const { kind, number } of order.documents) {
    print(`${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`)
  }
  for (const { at, status, item, by } of order.history) {
    print(`${moment(at)}  ${status}${item === null ? '' : `, item ${item}`}, by ${by}`)
  }
}

const oneLine = (text: string) => text.replaceAll('\n', ' ')

function itemColumns(item: OrderSheet['items'][number]): string[] {
  const { size, trialSize, soldSize, exchangeSize } = item
  const sizes = [
    `size ${size}`,
    trialSize && `or ${trialSize}`,
    soldSize && `kept ${soldSize}`,
    exchangeSize && `for ${exchangeSize}`,
  ]
  return [
    `${item.item}`,
    `${item.quantity} x ${item.brand} ${item.name}`,
    item.code,
    sizes.filter(Boolean).join(', '),
    rupees(item.netPaise),
    item.status,
  ]
}
