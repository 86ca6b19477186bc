import { Command, InvalidArgumentError } from 'commander'

import {
  addWarehouse,
  changeWarehouse,
  listWarehouses,
  type NewWarehouse,
  type WarehouseChanges,
} from '#server/features/location/warehouses.ts'
import type { Warehouse } from '#server/commerce/delivery.ts'
import {
  type Json,
  jsonOption,
  print,
  printJson,
  printTable,
  shortText,
  wholeNumber,
} from './terminal.ts'
import { withStore } from './withStore.ts'

/** A number with decimals. */
const decimal = (min: number, max: number) => (typed: string) => {
  const value = /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : NaN
  if (!(value >= min && value <= max)) {
    throw new InvalidArgumentError(`Must be a number from ${min} to ${max}.`)
  }
  return value
}

function pincode(typed: string): string {
  if (!/^[1-9]\d{5}$/.test(typed))
    throw new InvalidArgumentError('A PIN code must have six digits.')
  return typed
}

function id(typed: string): string {
  if (!/^[a-z0-9-]{2,40}$/.test(typed)) {
    throw new InvalidArgumentError(
      'An id must have 2 to 40 lower-case letters, digits and hyphens.',
    )
  }
  return typed
}

const columns = (warehouse: Warehouse): string[] => [
  warehouse.id,
  warehouse.name,
  `${warehouse.city}, ${warehouse.state} ${warehouse.postalCode}`,
  `${warehouse.latitude}, ${warehouse.longitude}`,
  `${warehouse.radiusKm} km`,
  `${warehouse.deliveryMinutes} minutes`,
  warehouse.hasTryAndBuy ? 'Standard, Try & Buy' : 'Standard',
  warehouse.isOpen ? 'open' : 'closed',
]

const list = new Command('list')
  .description('list warehouses and their delivery areas')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const found = await listWarehouses(db)
      if (json) return printJson(found)
      printTable(found.map(columns))
      print(found.length === 1 ? '1 warehouse.' : `${found.length} warehouses.`)
    }),
  )

type Given = Json & {
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

/** The changes for the options that were given; others stay unchanged. */
function changesOf(given: Given): WarehouseChanges {
  const { pincode: postalCode, radius, minutes, tryAndBuy, open, json: _json, ...others } = given
  const changes = {
    ...others,
    postalCode,
    radiusKm: radius,
    deliveryMinutes: minutes,
    hasTryAndBuy: tryAndBuy,
    isOpen: open,
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function describing(command: Command): Command {
  return command
    .option('--name <text>', 'name', shortText(80))
    .option('--city <city>', 'city', shortText(80))
    .option('--state <state>', 'state, which determines the GST', shortText(80))
    .option('--pincode <digits>', 'PIN code', pincode)
    .option('--address <text>', 'street', shortText(200))
    .option('--latitude <degrees>', 'such as 22.7533', decimal(6, 38))
    .option('--longitude <degrees>', 'such as 75.8937', decimal(68, 98))
    .option('--radius <km>', 'delivery radius', decimal(0.1, 500))
    .option('--minutes <count>', 'delivery time', wholeNumber(1, 10_000))
    .option('--try-and-buy', 'offer Try & Buy')
    .option('--no-try-and-buy', 'do not offer Try & Buy')
    .option(...jsonOption)
}

const needed = ['name', 'city', 'state', 'latitude', 'longitude', 'radius', 'minutes'] as const

const add = describing(new Command('add').argument('<id>', 'a short name, such as indore', id))
  .description('add a warehouse')
  .hook('preAction', (_, command) => {
    const missing = needed.filter((name) => command.opts<Given>()[name] === undefined)
    if (missing.length === 0) return
    command.error(`error: missing ${missing.map((name) => `--${name}`).join(', ')}`, {
      exitCode: 2,
    })
  })
  .action((warehouseId: string, given: Given) =>
    withStore(async ({ db }) => {
      const added = await addWarehouse(db, { ...changesOf(given), id: warehouseId } as NewWarehouse)
      if (given.json) printJson(added)
      else printTable([columns(added)])
    }),
  )

const change = describing(
  new Command('change').argument('<id>', 'the id from "warehouse list"', id),
)
  .description('change a warehouse; omitted options stay the same')
  .option('--open', 'accept orders again')
  .option('--no-open', 'accept no new orders; placed ones are still delivered')
  .hook('preAction', (_, command) => {
    if (Object.keys(changesOf(command.opts<Given>())).length > 0) return
    command.error('error: specify what to change', { exitCode: 2 })
  })
  .action((warehouseId: string, given: Given) =>
    withStore(async ({ db }) => {
      const changed = await changeWarehouse(db, warehouseId, changesOf(given))
      if (given.json) printJson(changed)
      else printTable([columns(changed)])
    }),
  )

export const warehouseCommand = new Command('warehouse')
  .description('manage warehouses')
  .addCommand(list)
  .addCommand(add)
  .addCommand(change)
