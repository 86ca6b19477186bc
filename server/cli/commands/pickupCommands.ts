import { Command } from 'commander'

import type { ReturnRow, StaffReturn } from '#contract/staff/pickups.ts'
import { cleanReference } from '#contract/values/codes.ts'
import type { Database } from '#server/database/client/connect.ts'
import { readOpenReturns } from '#server/features/orders/staff/delivery/pickupReads.ts'
import { assignPickupByPhone } from '#server/features/orders/staff/delivery/pickups.ts'
import { formatTime, type JsonOption, jsonOption, print, printJson } from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

/** The orders of all warehouses. */
const readAll = (db: Database): Promise<ReturnRow[]> => readOpenReturns(db, { warehouseIds: [] })

const list = new Command('list')
  .description('list returns and exchanges to fetch or to receive, with their riders')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const orders = await readAll(db)
      if (json) return printJson(orders)
      for (const { number, customer, area, warehouse, requestedAt, items } of orders) {
        const since = formatTime(new Date(requestedAt))
        print(`${number}  ${customer}, ${area}  ${warehouse.name}  since ${since}`)
        for (const item of items) print(`  ${itemText(item)}`)
      }
      print(orders.length === 1 ? '1 order.' : `${orders.length} orders.`)
    }),
  )

function itemText({ item, status, name, size, rider, check, failedReason }: StaffReturn): string {
  const state = check
    ? `${check.outcome} by ${check.by}: ${[check.finding, check.note].filter(Boolean).join(', ')}`
    : rider
      ? [`with ${rider.name}`, failedReason].filter(Boolean).join(', ')
      : 'no rider yet'
  return `item ${item}  ${status}  ${name}, size ${size}  ${state}`
}

const assign = new Command('assign')
  .description('give what is to be fetched of an order to a rider')
  .argument('<number>', 'the order number, such as PEH-KAB55N')
  .requiredOption('--rider <phone>', 'the phone number of the rider')
  .option(...jsonOption)
  .action((number: string, { rider, json }: JsonOption & { rider: string }) =>
    withStore(async ({ db }) => {
      await assignPickupByPhone(db, number, rider)
      const order = (await readAll(db)).find((row) => row.number === cleanReference(number))
      if (json) return printJson(order)
      const name = order?.items.find((item) => item.rider)?.rider?.name
      print(`${name} fetches what is to be returned of order ${order?.number}.`)
    }),
  )

export const pickupCommand = new Command('pickup')
  .description('pick-ups of returns and exchanges by riders')
  .addCommand(list)
  .addCommand(assign)
