import { Argument, Command } from 'commander'
import { readFile } from 'node:fs/promises'

import {
  changeCharges,
  changeConditions,
  type ChargeChanges,
  type Charges,
  readCharges,
  readTerms,
  type Terms,
} from '#server/features/checkout/charges.ts'
import {
  type Json,
  jsonOption,
  print,
  printJson,
  printTable,
  type PurchaseTypeName,
  purchaseTypes,
  rupees,
  rupeesInPaise,
} from './terminal.ts'
import { withStore } from './withStore.ts'

const chargeColumns = ({ purchaseType, shippingPaise, trialPaise }: Charges): string[] => [
  purchaseType,
  `shipping ${rupees(shippingPaise)}`,
  `trial ${rupees(trialPaise)}`,
]

const showCharges = new Command('show')
  .description('show shipping and trial charges')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const all = []
      for (const type of Object.values(purchaseTypes)) all.push(await readCharges(db, type))
      if (json) printJson(all)
      else printTable(all.map(chargeColumns))
    }),
  )

type ChargeOptions = Json & { shipping?: number; trial?: number }

const setCharges = new Command('set')
  .description('change charges for new orders; omitted ones stay the same')
  .addArgument(
    new Argument('<type>', 'standard or try-and-buy').choices(Object.keys(purchaseTypes)),
  )
  .option('--shipping <rupees>', 'shipping charge', rupeesInPaise)
  .option('--trial <rupees>', 'trial charge', rupeesInPaise)
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const { shipping, trial } = command.opts<ChargeOptions>()
    if (shipping !== undefined || trial !== undefined) return
    command.error('error: specify --shipping, --trial or both', { exitCode: 2 })
  })
  .action((type: PurchaseTypeName, { shipping, trial, json }: ChargeOptions) =>
    withStore(async ({ db }) => {
      const changes: ChargeChanges = { shippingPaise: shipping, trialPaise: trial }
      const changed = await changeCharges(db, purchaseTypes[type], changes)
      if (json) printJson(changed)
      else printTable([chargeColumns(changed)])
    }),
  )

export const chargesCommand = new Command('charges')
  .description('shipping and Try & Buy charges')
  .addCommand(showCharges)
  .addCommand(setCharges)

function printTerms({ purchaseType, chargePaise, conditions }: Terms): void {
  print(`${purchaseType}, charge ${rupees(chargePaise)}`)
  for (const line of conditions.split('\n')) print(line)
}

const showTerms = new Command('show')
  .description('conditions of Standard and Try & Buy')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const all = await readTerms(db)
      if (json) printJson(all)
      else if (all.length === 0) print('No conditions yet. Set them with "terms set".')
      else all.forEach(printTerms)
    }),
  )

const setTerms = new Command('set')
  .description('set the conditions that shoppers read; the charge is set with "charges set"')
  .addArgument(
    new Argument('<type>', 'standard or try-and-buy').choices(Object.keys(purchaseTypes)),
  )
  .argument('<file>', 'HTML of p, ul, ol, li, strong, em and br')
  .option(...jsonOption)
  .action(async (type: PurchaseTypeName, file: string, { json }: Json) => {
    const html = await readFile(file, 'utf8')
    await withStore(async ({ db }) => {
      const changed = await changeConditions(db, purchaseTypes[type], html)
      if (json) printJson(changed)
      else printTerms(changed)
    })
  })

export const termsCommand = new Command('terms')
  .description('conditions of Standard and Try & Buy')
  .addCommand(showTerms)
  .addCommand(setTerms)
