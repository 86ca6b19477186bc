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
  .description('what orders cost beside their items')
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
  .description('change them for new orders; what is left out stays as it is')
  .addArgument(new Argument('<type>', 'the way of buying').choices(Object.keys(purchaseTypes)))
  .option('--shipping <rupees>', 'for the delivery', rupeesInPaise)
  .option('--trial <rupees>', 'for the trial at the door', rupeesInPaise)
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const { shipping, trial } = command.opts<ChargeOptions>()
    if (shipping !== undefined || trial !== undefined) return
    command.error('error: say --shipping, --trial or both', { exitCode: 2 })
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
  .description('the conditions of Standard and of Try & Buy')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const all = await readTerms(db)
      if (json) printJson(all)
      else if (all.length === 0) print('Nothing yet: see "terms set".')
      else all.forEach(printTerms)
    }),
  )

const setTerms = new Command('set')
  .description('set the conditions that shoppers read; "charges set" sets what it costs')
  .addArgument(new Argument('<type>', 'the way of buying').choices(Object.keys(purchaseTypes)))
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
  .description('the conditions of Standard and of Try & Buy')
  .addCommand(showTerms)
  .addCommand(setTerms)
