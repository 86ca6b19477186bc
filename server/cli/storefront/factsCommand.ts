import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import * as v from 'valibot'

import { StoredFacts } from '#contract/storeFacts.ts'
import { saveStoreFacts, readStoreFacts } from '#server/commerce/storeFacts.ts'
import { print } from '#server/cli/terminal/print.ts'
import { withStore } from '#server/cli/terminal/withStore.ts'

const set = new Command('set')
  .description('say who runs the store, by a JSON file; the footer, policies and invoices follow')
  .argument('<file>', 'name, tagline, contacts, legalEntity, grievanceOfficer and socialLinks')
  .action(async (file: string) => {
    const facts = factsIn(await readFile(file, 'utf8'))
    await withStore(({ db }) => saveStoreFacts(db, facts))
    print(`The store is ${facts.name}, run by ${facts.legalEntity.name}.`)
  })

const show = new Command('show')
  .description('print what the store says of itself, as such a file')
  .action(() =>
    withStore(async ({ db }) => {
      const facts = await readStoreFacts(db)
      print(facts ? JSON.stringify(facts, null, 2) : 'Nothing yet: see "facts set".')
    }),
  )

/** Validates the file. The error lists all problems with their positions. */
function factsIn(text: string): StoredFacts {
  const { success, output, issues } = v.safeParse(StoredFacts, JSON.parse(text))
  if (success) return output
  const faults = issues.map((issue) => `- ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  throw new Error(`The facts are not right:\n${faults.join('\n')}`)
}

export const factsCommand = new Command('facts')
  .description('who runs the store')
  .addCommand(set)
  .addCommand(show)
