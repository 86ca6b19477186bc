import { Command, InvalidArgumentError } from 'commander'

import { dayText } from '#contract/values/indianTime.ts'
import {
  addWarehouse,
  changeWarehouse,
  listWarehouses,
  type NewWarehouse,
  type WarehouseChanges,
} from '#server/features/location/warehouses.ts'
import type { Warehouse } from '#server/commerce/delivery/delivery.ts'
import { isWarehouseOpen } from '#server/commerce/delivery/openWarehouses.ts'
import { stateNamed } from '#server/commerce/orders/gst.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import {
  type JsonOption,
  jsonOption,
  print,
  printJson,
  printTable,
  parseDay,
  parsePincode,
  parseShortText,
  parseWholeNumber,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

/** Parses a number that may have decimals. */
const parseDecimal = (min: number, max: number) => (text: string) => {
  const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max)) {
    throw new InvalidArgumentError(`Must be a number from ${min} to ${max}.`)
  }
  return value
}

function parseFutureDay(text: string): Date {
  const day = parseDay(text)
  if (day > clock.now()) return day
  throw new InvalidArgumentError('Must be a day after today.')
}

function parseId(text: string): string {
  if (!/^[a-z0-9-]{2,40}$/.test(text)) {
    throw new InvalidArgumentError(
      'An id must have 2 to 40 lower-case letters, digits and hyphens.',
    )
  }
  return text
}

function openingOf(warehouse: Warehouse): string {
  if (isWarehouseOpen(warehouse)) return 'open'
  return warehouse.closedUntil ? `closed until ${dayText(warehouse.closedUntil)}` : 'closed'
}

const warehouseColumns = (warehouse: Warehouse): string[] => [
  warehouse.id,
  warehouse.name,
  `${warehouse.city}, ${warehouse.state} ${warehouse.postalCode}`,
  `${warehouse.latitude}, ${warehouse.longitude}`,
  `${warehouse.radiusKm} km`,
  `${warehouse.deliveryMinutes} minutes`,
  warehouse.hasTryAndBuy ? 'Standard, Try & Buy' : 'Standard',
  openingOf(warehouse),
]

const list = new Command('list')
  .description('list warehouses and their delivery areas')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const warehouses = await listWarehouses(db)
      if (json) return printJson(warehouses)
      printTable(warehouses.map(warehouseColumns))
      print(warehouses.length === 1 ? '1 warehouse.' : `${warehouses.length} warehouses.`)
    }),
  )

type WarehouseOptions = JsonOption & {
  name?: string
  city?: string
  state?: string
  pincode?: string
  address?: string
  latitude?: number
  longitude?: number
  radius?: number
  minutes?: number
  tryAndBuy?: boolean
  open?: boolean
}

function parseState(value: string): string {
  const state = stateNamed(value)
  if (state) return state
  throw new InvalidArgumentError(
    'Must be a state or union territory of India, such as Madhya Pradesh.',
  )
}

/** The changes for the options that were given; others stay unchanged. */
function changesOf(options: WarehouseOptions): WarehouseChanges {
  const { pincode: postalCode, radius, minutes, tryAndBuy, open, json: _json, ...others } = options
  const changes = {
    ...others,
    postalCode,
    radiusKm: radius,
    deliveryMinutes: minutes,
    hasTryAndBuy: tryAndBuy,
    // Whatever was said about an earlier closure is over.
    ...(open !== undefined && { isOpen: open, closedUntil: null, closedMessage: '' }),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function withWarehouseOptions(command: Command): Command {
  return command
    .option('--name <text>', 'name', parseShortText(80))
    .option('--city <city>', 'city', parseShortText(80))
    .option('--state <state>', 'state, which determines the GST', parseState)
    .option('--pincode <digits>', 'PIN code', parsePincode)
    .option('--address <text>', 'street', parseShortText(200))
    .option('--latitude <degrees>', 'such as 22.7533', parseDecimal(6, 38))
    .option('--longitude <degrees>', 'such as 75.8937', parseDecimal(68, 98))
    .option('--radius <km>', 'delivery radius', parseDecimal(0.1, 500))
    .option('--minutes <count>', 'delivery time', parseWholeNumber(1, 10_000))
    .option('--try-and-buy', 'offer Try & Buy')
    .option('--no-try-and-buy', 'do not offer Try & Buy')
    .option(...jsonOption)
}

const requiredOptions = [
  'name',
  'city',
  'state',
  'latitude',
  'longitude',
  'radius',
  'minutes',
] as const

const add = withWarehouseOptions(
  new Command('add').argument('<id>', 'a short name, such as indore', parseId),
)
  .description('add a warehouse')
  .hook('preAction', (_, command) => {
    const missing = requiredOptions.filter(
      (name) => command.opts<WarehouseOptions>()[name] === undefined,
    )
    if (missing.length === 0) return
    command.error(`error: missing ${missing.map((name) => `--${name}`).join(', ')}`, {
      exitCode: 2,
    })
  })
  .action((warehouseId: string, options: WarehouseOptions) =>
    withStore(async ({ db }) => {
      const added = await addWarehouse(db, {
        ...changesOf(options),
        id: warehouseId,
      } as NewWarehouse)
      if (options.json) printJson(added)
      else printTable([warehouseColumns(added)])
    }),
  )

const change = withWarehouseOptions(
  new Command('change').argument('<id>', 'the id from "warehouse list"', parseId),
)
  .description('change a warehouse; omitted options stay the same')
  .option('--open', 'accept orders again')
  .option('--no-open', 'accept no new orders; placed ones are still delivered')
  .hook('preAction', (_, command) => {
    if (Object.keys(changesOf(command.opts<WarehouseOptions>())).length > 0) return
    command.error('error: specify what to change', { exitCode: 2 })
  })
  .action((warehouseId: string, options: WarehouseOptions) =>
    withStore(async ({ db }) => {
      const changed = await changeWarehouse(db, warehouseId, changesOf(options))
      if (options.json) printJson(changed)
      else printTable([warehouseColumns(changed)])
    }),
  )

type CloseOptions = JsonOption & { until?: Date; message?: string }

const close = new Command('close')
  .description('accept no new orders until a day, or until "open"; placed ones are still delivered')
  .argument('<id>', 'the id from "warehouse list"', parseId)
  .option('--until <day>', 'the day on which it opens again, such as 2026-12-01', parseFutureDay)
  .option('--message <text>', 'the reason, shown to shoppers', parseShortText(160))
  .option(...jsonOption)
  .action((warehouseId: string, { until, message, json }: CloseOptions) =>
    withStore(async ({ db }) => {
      const changed = await changeWarehouse(db, warehouseId, {
        isOpen: false,
        closedUntil: until ?? null,
        closedMessage: message ?? '',
      })
      if (json) printJson(changed)
      else printTable([warehouseColumns(changed)])
    }),
  )

const open = new Command('open')
  .description('accept orders again')
  .argument('<id>', 'the id from "warehouse list"', parseId)
  .option(...jsonOption)
  .action((warehouseId: string, { json }: JsonOption) =>
    withStore(async ({ db }) => {
      const changed = await changeWarehouse(db, warehouseId, changesOf({ open: true }))
      if (json) printJson(changed)
      else printTable([warehouseColumns(changed)])
    }),
  )

export const warehouseCommand = new Command('warehouse')
  .description('manage warehouses')
  .addCommand(list)
  .addCommand(add)
  .addCommand(change)
  .addCommand(close)
  .addCommand(open)
