import { Command, InvalidArgumentError } from 'commander'

import { type ApiKey, keyRoles, maxKeyDays, NewApiKey } from '#contract/staff/connections.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { addKey, endKey, listKeys, replaceKeyText } from '#server/features/staff/keys.ts'
import { type Change, commandLine, recordChange } from '#server/platform/http/staffSessions.ts'
import type { Database } from '#server/database/client/connect.ts'
import * as v from 'valibot'
import {
  confirm,
  formatDay,
  formatTime,
  type JsonOption,
  jsonOption,
  parseShortText,
  parseWholeNumber,
  print,
  printJson,
  printTable,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { parseWarehouses } from './staffCommands.ts'
import { withStore } from '#server/cli/withStore.ts'

type KeyRole = (typeof keyRoles)[number]

function parseRole(text: string): KeyRole {
  const role = keyRoles.find((name) => name === text.trim().toLowerCase())
  if (role) return role
  throw new InvalidArgumentError(`Must be one of: ${keyRoles.join(', ')}.`)
}

const recordIn = (tx: Database) => (change: Change) => recordChange(tx, commandLine, change)

const columnsOf = (key: ApiKey): string[] => [
  key.id,
  key.name,
  key.role,
  key.warehouses.map(({ id }) => id).join(', ') || 'all warehouses',
  `until ${formatDay(new Date(key.expiresAt))}`,
  key.lastUsedAt ? `last used ${formatTime(new Date(key.lastUsedAt))}` : 'not used yet',
]

const list = new Command('list')
  .description('list the keys with which other programs use the staff calls')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const keys = await listKeys(db)
      if (json) return printJson(keys)
      printTable(keys.map(columnsOf))
      print(keys.length === 1 ? '1 key.' : `${keys.length} keys.`)
    }),
  )

type NewKeyOptions = JsonOption & {
  name: string
  role: KeyRole
  warehouse?: string[]
  days?: number
}

const add = new Command('add')
  .description('add a key, and print it this once')
  .requiredOption('--name <text>', 'the program that uses it', parseShortText(60))
  .requiredOption('--role <role>', `one of: ${keyRoles.join(', ')}`, parseRole)
  .option(
    '--warehouse <id>',
    'a warehouse that it works for; may be repeated or comma-separated',
    parseWarehouses,
  )
  .option('--days <count>', 'how long it is valid; 90 by default', parseWholeNumber(1, maxKeyDays))
  .option(...jsonOption)
  .action(({ name, role, warehouse, days, json }: NewKeyOptions) =>
    withStore(async ({ db }) => {
      const newKey = v.parse(NewApiKey, { name, role, warehouseIds: warehouse, validDays: days })
      const added = await inTransaction(db, (tx) => addKey(tx, newKey, recordIn(tx)))
      const key = await replaceKeyText(db, added.id)
      if (json) return printJson({ ...added, key })
      printTable([columnsOf(added)])
      print(`The key, which is shown only now: ${key}`)
    }),
  )

const end = new Command('end')
  .description('end a key; the program that uses it is refused at once')
  .argument('<id>', 'the id of the key, as "key list" shows it')
  .option(...yesOption)
  .option(...jsonOption)
  .action((id: string, { yes, json }: YesOption & JsonOption) =>
    withStore(async ({ db }) => {
      const name = (await listKeys(db)).find((key) => key.id === id)?.name ?? id
      await confirm(`End the key ${name}?`, { yes: yes ?? false })
      await inTransaction(db, (tx) => endKey(tx, id, recordIn(tx)))
      if (json) printJson({ id, hasEnded: true })
      else print(`The key ${name} has ended.`)
    }),
  )

export const keyCommand = new Command('key')
  .description('manage the keys of other programs')
  .addCommand(list)
  .addCommand(add)
  .addCommand(end)
