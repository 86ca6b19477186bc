import { Argument, Command } from 'commander'

import {
  changeCharges,
  type ChargeChanges,
  type ChargedType,
  type Charges,
  readCharges,
} from '#server/features/checkout/charges.ts'
import { type Json, jsonOption, rupeesInPaise } from '#server/cli/terminal/commandOptions.ts'
import { printJson, printTable, rupees } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'

const types = {
  standard: 'Standard',
  'try-and-buy': 'Try and Buy',
} as const satisfies Record<string, ChargedType>
type TypeName = keyof typeof types

const columns = ({ purchaseType, shippingPaise, trialPaise }: Charges): string[] => [
  purchaseType,
  `shipping ${rupees(shippingPaise)}`,
  `trial ${rupees(trialPaise)}`,
]

const show = new Command('show')
  .description('what orders cost beside their items')
  .option(...jsonOption)
  .action(({ json }: Json) =>
    withStore(async ({ db }) => {
      const all = []
      for (const type of Object.values(types)) all.push(await readCharges(db, type))
      if (json) printJson(all)
      else printTable(all.map(columns))
    }),
  )

type Given = Json & { shipping?: number; trial?: number }

const set = new Command('set')
  .description('change them for new orders; what is left out stays as it is')
  .addArgument(new Argument('<type>', 'the way of buying').choices(Object.keys(types)))
  .option('--shipping <rupees>', 'for the delivery', rupeesInPaise)
  .option('--trial <rupees>', 'for the trial at the door', rupeesInPaise)
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const { shipping, trial } = command.opts<Given>()
    if (shipping !== undefined || trial !== undefined) return
    command.error('error: say --shipping, --trial or both', { exitCode: 2 })
  })
  .action((type: TypeName, { shipping, trial, json }: Given) =>
    withStore(async ({ db }) => {
      const changes: ChargeChanges = { shippingPaise: shipping, trialPaise: trial }
      const changed = await changeCharges(db, types[type], changes)
      if (json) printJson(changed)
      else printTable([columns(changed)])
    }),
  )

export const chargesCommand = new Command('charges')
  .description('shipping and Try & Buy charges')
  .addCommand(show)
  .addCommand(set)
