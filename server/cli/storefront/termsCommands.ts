import { readFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'

import { type Json, jsonOption } from '#server/cli/terminal/commandOptions.ts'
import { print, printJson, rupees } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'
import { changeConditions, readTerms, type Terms } from '#server/features/checkout/charges.ts'

const types = { standard: 'Standard', 'try-and-buy': 'Try and Buy' } as const

function printTerms({ purchaseType, chargePaise, conditions }: Terms): void {
  print(`${purchaseType}, charge ${rupees(chargePaise)}`)
  for (const line of conditions.split('\n')) print(line)
}

const show = new Command('show')
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

const set = new Command('set')
  .description('set the conditions that shoppers read; "charges set" sets what it costs')
  .addArgument(new Argument('<type>', 'the way of buying').choices(Object.keys(types)))
  .argument('<file>', 'HTML of p, ul, ol, li, strong, em and br')
  .option(...jsonOption)
  .action(async (type: keyof typeof types, file: string, { json }: Json) => {
    const html = await readFile(file, 'utf8')
    await withStore(async ({ db }) => {
      const changed = await changeConditions(db, types[type], html)
      if (json) printJson(changed)
      else printTerms(changed)
    })
  })

export const termsCommand = new Command('terms')
  .description('the conditions of Standard and of Try & Buy')
  .addCommand(show)
  .addCommand(set)
