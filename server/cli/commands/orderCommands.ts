import { Command, InvalidArgumentError, Option } from 'commander'

import { isActive, OrderStatus } from '#contract/orders/order.ts'
import type { Database } from '#server/database/client/connect.ts'
import * as operations from '#server/features/orders/orderOperations.ts'
import { listAgents } from '#server/features/orders/deliveryAgents.ts'
import {
  listOrders,
  type OrderFilter,
  type AdminOrder,
  readAdminOrder,
} from '#server/features/orders/adminOrders.ts'
import {
  confirm,
  parseDay,
  dayAfter,
  type JsonOption,
  jsonOption,
  formatTime,
  parsePersonName,
  parsePhone,
  print,
  printJson,
  printTable,
  formatRupees,
  parseWholeNumber,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import {
  type AddressOptions,
  correctAddressOf,
  withAddressOptions,
} from '#server/cli/addressOptions.ts'
import { placeOrderCommand } from './placeOrderCommand.ts'
import { printOrder } from '#server/cli/printOrder.ts'
import { type StoreContext, withStore } from '#server/cli/withStore.ts'

const orderNumberArgument = ['<number>', 'the order number, such as PEH-KAB55N'] as const
const statusWords = OrderStatus.options.map((status) => status.toLowerCase())

/** Parses statuses such as "on the way", "On-the-way" or "accepted,shipped". */
function parseStatuses(text: string, before: OrderStatus[] = []): OrderStatus[] {
  const named = text.split(',').map((word) => {
    const plain = word.trim().toLowerCase().replaceAll(/[-_]/g, ' ')
    const status = OrderStatus.options.find((name) => name.toLowerCase() === plain)
    if (status) return status
    throw new InvalidArgumentError(`Must be one of: ${statusWords.join(', ')}.`)
  })
  return [...before, ...named]
}

type ListOptions = JsonOption & {
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
  .option(
    '--status <status>',
    'with this status; may be repeated or comma-separated',
    parseStatuses,
  )
  .addOption(new Option('--open', 'not delivered yet').conflicts('status'))
  .option('--packed', 'packed by the warehouse')
  .option('--no-packed', 'not packed yet')
  .option('--phone <number>', 'of the customer with this phone number', parsePhone)
  .option('--date <day>', 'placed on this day, such as 2026-11-23, in India', parseDay)
  .option('--from <day>', 'placed on or after this day', parseDay)
  .option('--until <day>', 'placed on or before this day', parseDay)
  .option('--limit <count>', 'maximum number of orders', parseWholeNumber(1, 10_000), 50)
  .option(...jsonOption)
  .action((options: ListOptions) =>
    withStore(async ({ db }) => {
      const { limit } = options
      const rows = await listOrders(db, { ...filterOf(options), limit: limit + 1 })
      const orders = rows.slice(0, limit)
      if (options.json) return printJson(orders)
      printTable(
        orders.map((order) => [
          order.orderNumber,
          order.status === 'Accepted' && order.packedAt ? 'Accepted, packed' : order.status,
          formatTime(order.placedAt),
          formatRupees(order.totalPaise),
          order.duePaise > 0 ? 'to be paid on delivery' : order.paymentMethod,
          order.purchaseType,
          `${order.contactNumber ?? 'erased'}, ${order.city}`,
        ]),
      )
      const count = orders.length === 1 ? '1 order' : `${orders.length} orders`
      print(
        rows.length > limit
          ? `${count}, and there are older ones. --limit shows more.`
          : `${count}.`,
      )
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
  .argument(...orderNumberArgument)
  .option(...jsonOption)
  .action((orderNumber: string, { json }: JsonOption) =>
    withStore(async ({ db }) => {
      const order = await readAdminOrder(db, orderNumber)
      if (json) printJson(order)
      else printOrder(order)
    }),
  )

type Step<Options> = {
  name: string
  description: string
  /** Confirmation question. */
  question?: (before: AdminOrder, options: Options) => string
  /** Replaces "This can't be undone." after the question. */
  consequence?: (before: AdminOrder, options: Options) => string | undefined
  run: (
    db: Database,
    orderNumber: string,
    options: Options & { store: StoreContext },
  ) => Promise<void>
  /** The message that is printed on success. */
  doneText: (after: AdminOrder, before: AdminOrder) => string
}

/** Creates a command that changes the status of an order. With `--json` it prints the updated order. */
function step<Options extends object = object>(
  { name, description, question, consequence, run, doneText }: Step<Options>,
  configure: (command: Command) => Command = (command) => command,
): Command {
  const command = configure(
    new Command(name)
      .description(description)
      .argument(...orderNumberArgument)
      .option(...jsonOption),
  )
  if (question) command.option(...yesOption)
  return command.action((text: string, options: Options & JsonOption & YesOption) =>
    withStore(async (store) => {
      const { db } = store
      const before = await readAdminOrder(db, text)
      if (question) {
        await confirm(question(before, options), {
          ...options,
          consequence: consequence?.(before, options),
        })
      }
      await run(db, before.orderNumber, { ...options, store })
      const after = await readAdminOrder(db, before.orderNumber)
      if (options.json) printJson(after)
      else print(doneText(after, before))
    }),
  )
}

const pack = step({
  name: 'pack',
  description: 'mark an order as packed; the customer can still cancel it',
  run: operations.packOrder,
  doneText: ({ orderNumber }) => `${orderNumber} is packed.`,
})

type Agent = { agent: string; phone: string }

const send = step<Agent>(
  {
    name: 'send',
    description: 'assign an order to a delivery agent, whose name and number the customer sees',
    run: (db, orderNumber, { agent: name, phone: contactNumber }) =>
      operations.dispatchOrder(db, orderNumber, { name, contactNumber }),
    doneText: ({ orderNumber, agent }) =>
      `${orderNumber} is with ${agent?.name}, ${agent?.contactNumber}.`,
  },
  (command) =>
    command
      .requiredOption('--agent <name>', 'the delivery agent', parsePersonName)
      .requiredOption('--phone <number>', 'their phone number', parsePhone),
)

const onTheWay = step({
  name: 'on-the-way',
  description: 'mark an order as on the way',
  run: operations.startDelivery,
  doneText: ({ orderNumber }) => `${orderNumber} is on the way.`,
})

const arrived = step({
  name: 'arrived',
  description: 'mark a Try & Buy order as arrived',
  run: operations.arriveAtDoor,
  doneText: ({ orderNumber }) => `${orderNumber} is at the door.`,
})

const trial = step({
  name: 'trial',
  description: 'start the trial of a Try & Buy order',
  run: operations.startTrial,
  doneText: ({ orderNumber }) => `The trial of ${orderNumber} has started.`,
})

type TrialOptions = { keep?: operations.TrialChoice[]; keepNothing?: boolean }

function parseTrialChoices(
  text: string,
  before: operations.TrialChoice[] = [],
): operations.TrialChoice[] {
  const [, item, size] = /^([1-9]\d?)(?:=(.+))?$/.exec(text) ?? []
  if (!item) throw new InvalidArgumentError('Must be written as 1 or, with the size, as 1=M.')
  if (before.some((keptItem) => keptItem.item === Number(item))) {
    throw new InvalidArgumentError(`Item ${item} is given twice.`)
  }
  return [...before, { item: Number(item), size }]
}

/** The items that this settlement returns: those not kept, without those returned before. */
const itemsToReturn = ({ items }: AdminOrder, { keep = [] }: TrialOptions) =>
  items.filter(
    ({ item, status }) => status !== 'Cancelled' && !keep.some((choice) => choice.item === item),
  )

const keptItemsText = ({ items }: AdminOrder, { keep = [] }: TrialOptions) =>
  items
    .flatMap(({ item, name, size }) => {
      const choice = keep.find((entry) => entry.item === item)
      return choice ? `${name} in ${choice.size ?? size}` : []
    })
    .join(', ') || 'nothing'

const settle = step<TrialOptions>(
  {
    name: 'settle',
    description: 'record which items the customer keeps; the others are returned',
    question: (order, options) => {
      const names = itemsToReturn(order, options).map(({ name }) => name)
      return names.length > 0
        ? `Return and refund ${names.join(', ')}?`
        : `Record that the customer keeps ${keptItemsText(order, options)}?`
    },
    consequence: (order, options) =>
      itemsToReturn(order, options).length > 0
        ? undefined
        : 'You can settle it again until the order is delivered.',
    run: (db, orderNumber, { keep = [] }) => operations.settleTrial(db, orderNumber, keep),
    doneText: ({ orderNumber, items }) => {
      const soldItems = items.filter(({ status }) => status !== 'Cancelled')
      const words = soldItems.map(({ name, soldSize, size }) => `${name} in ${soldSize ?? size}`)
      return `${orderNumber}: the customer keeps ${words.join(', ') || 'nothing'}. Next: order delivered.`
    },
  },
  (command) =>
    command
      .option(
        '--keep <item[=size]>',
        'a kept item by its number in the order, with =SIZE if it is not the ordered size; may be repeated',
        parseTrialChoices,
      )
      .option('--keep-nothing', 'everything is returned')
      .hook('preAction', (_, action) => {
        const { keep, keepNothing } = action.opts<TrialOptions>()
        if (Boolean(keep) !== Boolean(keepNothing)) return
        action.error('error: specify --keep or --keep-nothing', { exitCode: 2 })
      }),
)

const delivered = step({
  name: 'delivered',
  description: 'mark an order as delivered; a payment due on delivery counts as paid',
  question: (order) =>
    order.duePaise > 0
      ? `Mark ${order.orderNumber} as delivered, and ${formatRupees(order.duePaise)} as paid?`
      : `Mark ${order.orderNumber} as delivered?`,
  run: operations.deliverOrder,
  doneText: ({ orderNumber }, { duePaise }) =>
    duePaise > 0
      ? `${orderNumber} is delivered, and ${formatRupees(duePaise)} is paid.`
      : `${orderNumber} is delivered.`,
})

const paid = step({
  name: 'paid',
  description: 'record a payment on delivery before the order is marked as delivered',
  question: ({ orderNumber, duePaise }) =>
    `Record a payment of ${formatRupees(duePaise)} for ${orderNumber}?`,
  run: operations.collectCash,
  doneText: ({ orderNumber }, { duePaise }) => `${orderNumber} is paid: ${formatRupees(duePaise)}.`,
})

const pendingRefundText = ({ refunds }: AdminOrder) => {
  const pending = refunds.filter(({ status }) => status === 'pending')
  const sum = pending.reduce((total, { amountPaise }) => total + amountPaise, 0)
  return sum > 0 ? ` ${formatRupees(sum)} is being refunded.` : ''
}

const cancel = step({
  name: 'cancel',
  description: 'cancel an order that is not on the way yet; its items return to stock',
  question: ({ orderNumber }) => `Cancel all items in order ${orderNumber}?`,
  run: operations.cancelByStore,
  doneText: (order) => `${order.orderNumber} is cancelled.${pendingRefundText(order)}`,
})

const refused = step({
  name: 'refused',
  description: 'record that an order was refused at the door; it is cancelled and refunded',
  question: ({ orderNumber }) => `Cancel order ${orderNumber} as refused at the door?`,
  run: operations.refuseOrderAtDoor,
  doneText: (order) => `${order.orderNumber} was refused at the door.${pendingRefundText(order)}`,
})

const correct = step<AddressOptions>(
  {
    name: 'correct-address',
    description: 'correct where an order goes and who receives it, before it leaves',
    run: correctAddressOf,
    doneText: ({ orderNumber, address, promisedBy }) =>
      `${orderNumber} goes to ${address.street}, ${address.city} ${address.postalCode}${promisedBy ? `, promised by ${formatTime(promisedBy)}` : ''}.`,
  },
  (command) =>
    withAddressOptions(command).hook('preAction', (_, action) => {
      const { json: _json, ...changes } = action.opts<AddressOptions & JsonOption>()
      if (Object.keys(changes).length > 0) return
      action.error('error: specify what to correct, such as --house', { exitCode: 2 })
    }),
)

export const orderCommand = new Command('order').description('manage orders')
for (const command of [
  list,
  show,
  placeOrderCommand,
  correct,
  pack,
  send,
  onTheWay,
  arrived,
  trial,
  settle,
]) {
  orderCommand.addCommand(command)
}
for (const command of [paid, delivered, refused, cancel]) orderCommand.addCommand(command)

const agents = new Command('list')
  .description('list delivery agents and their open orders')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const agents = await listAgents(db)
      if (json) return printJson(agents)
      printTable(
        agents.map(({ name, contactNumber, ordersNow }) => [name, contactNumber, `${ordersNow}`]),
      )
      print(agents.length === 1 ? '1 delivery agent.' : `${agents.length} delivery agents.`)
    }),
  )

export const agentCommand = new Command('agent').description('delivery agents').addCommand(agents)
