import { Command, InvalidArgumentError } from 'commander'

import type { ListedPerson, PersonChanges } from '#contract/staff/people.ts'
import { StaffRole } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { addPerson, changePerson, listPeople } from '#server/features/staff/people.ts'
import { endAllSessions, endSession, listSessions } from '#server/features/staff/sessions.ts'
import { type Change, commandLine, recordChange } from '#server/platform/http/staffSessions.ts'
import {
  formatTime,
  type JsonOption,
  jsonOption,
  parsePersonName,
  parsePhone,
  print,
  printJson,
  printTable,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

function parseRole(text: string): StaffRole {
  const role = StaffRole.options.find((name) => name === text.trim().toLowerCase())
  if (role) return role
  throw new InvalidArgumentError(`Must be one of: ${StaffRole.options.join(', ')}.`)
}

/** Ids of warehouses, of an option that may be repeated or comma-separated. */
export const parseWarehouses = (text: string, before: string[] = []): string[] => [
  ...new Set([...before, ...text.split(',').map((id) => id.trim())]),
]

/** The command line may change everybody; the history names it as the author. */
const authorIn = (tx: Database) => ({
  editor: undefined,
  record: (change: Change) => recordChange(tx, commandLine, change),
})

async function findPerson(db: Database, phone: string): Promise<ListedPerson> {
  const person = (await listPeople(db)).find(({ contactNumber }) => contactNumber === phone)
  if (!person) throw new Error('Nobody on the staff has this number.')
  return person
}

const personColumns = (person: ListedPerson): string[] => [
  person.name,
  person.contactNumber,
  person.role,
  person.warehouses.map(({ id }) => id).join(', ') || 'all warehouses',
  person.isActive ? 'active' : 'disabled',
  person.lastUsedAt ? `last seen ${formatTime(new Date(person.lastUsedAt))}` : 'not logged in',
]

function printPerson(person: ListedPerson, { json }: JsonOption) {
  if (json) printJson(person)
  else printTable([personColumns(person)])
}

const list = new Command('list')
  .description('list the people who may log in to the staff desk')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const people = await listPeople(db)
      if (json) return printJson(people)
      printTable(people.map(personColumns))
      print(people.length === 1 ? '1 person.' : `${people.length} people.`)
    }),
  )

type StaffOptions = JsonOption & {
  name?: string
  role?: StaffRole
  warehouse?: string[]
  allWarehouses?: boolean
  enable?: boolean
  disable?: boolean
}

const warehouseOption = [
  '--warehouse <id>',
  'a warehouse that they work for; may be repeated or comma-separated',
  parseWarehouses,
] as const
const roles = StaffRole.options.join(', ')

type NewPersonOptions = StaffOptions & { name: string; phone: string; role: StaffRole }

const add = new Command('add')
  .description('add a person, who logs in to the staff desk with this phone number')
  .requiredOption('--name <text>', 'their name', parsePersonName)
  .requiredOption('--phone <number>', 'their phone number', parsePhone)
  .requiredOption('--role <role>', `one of: ${roles}`, parseRole)
  .option(...warehouseOption)
  .option(...jsonOption)
  .action(({ name, phone, role, warehouse = [], ...options }: NewPersonOptions) =>
    withStore(async ({ db }) => {
      const person = { name, role, contactNumber: phone, warehouseIds: warehouse }
      await inTransaction(db, (tx) => addPerson(tx, person, authorIn(tx)))
      printPerson(await findPerson(db, phone), options)
    }),
  )

/** The changes for the options that were given; others stay unchanged. */
const changesOf = ({ name, role, warehouse, ...options }: StaffOptions): PersonChanges => ({
  ...(name !== undefined && { name }),
  ...(role !== undefined && { role }),
  ...(warehouse !== undefined && { warehouseIds: warehouse }),
  ...(options.allWarehouses && { warehouseIds: [] }),
  ...(options.enable && { isActive: true }),
  ...(options.disable && { isActive: false }),
})

/** Options that contradict each other. */
const opposites = [
  ['enable', 'disable'],
  ['warehouse', 'allWarehouses'],
] as const

const change = new Command('change')
  .description('change a person; omitted options stay the same')
  .argument('<phone>', 'their phone number', parsePhone)
  .option('--name <text>', 'their name', parsePersonName)
  .option('--role <role>', `one of: ${roles}`, parseRole)
  .option(...warehouseOption)
  .option('--all-warehouses', 'they work for all warehouses')
  .option('--disable', 'log them out everywhere and refuse their next login')
  .option('--enable', 'let them log in again')
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const options = command.opts<StaffOptions>()
    if (Object.keys(changesOf(options)).length === 0) {
      command.error('error: specify what to change', { exitCode: 2 })
    }
    if (opposites.some(([one, other]) => options[one] && options[other])) {
      command.error('error: these options contradict each other', { exitCode: 2 })
    }
  })
  .action((phone: string, options: StaffOptions) =>
    withStore(async ({ db }) => {
      const { id } = await findPerson(db, phone)
      const changes = changesOf(options)
      await inTransaction(db, (tx) => changePerson(tx, { id, changes }, authorIn(tx)))
      printPerson(await findPerson(db, phone), options)
    }),
  )

const devices = new Command('devices')
  .description('list the devices on which a person is logged in')
  .argument('<phone>', 'their phone number', parsePhone)
  .option(...jsonOption)
  .action((phone: string, { json }: JsonOption) =>
    withStore(async ({ db }) => {
      const { id } = await findPerson(db, phone)
      const sessions = await listSessions(db, id)
      if (json) return printJson(sessions)
      const momentOf = (at: string) => formatTime(new Date(at))
      printTable(
        sessions.map((session) => [
          session.id,
          session.device,
          `since ${momentOf(session.createdAt)}`,
          `last used ${momentOf(session.lastUsedAt)}`,
        ]),
      )
      print(sessions.length === 1 ? '1 device.' : `${sessions.length} devices.`)
    }),
  )

const logOut = new Command('log-out')
  .description('log a person out of all devices, or of one')
  .argument('<phone>', 'their phone number', parsePhone)
  .option('--device <id>', 'the id of the device, as "staff devices" shows it')
  .option(...jsonOption)
  .action((phone: string, { device, json }: JsonOption & { device?: string }) =>
    withStore(async ({ db }) => {
      const { id, name } = await findPerson(db, phone)
      await inTransaction(db, (tx) => logPersonOut(tx, { id, device }))
      if (json) printJson(await listSessions(db, id))
      else print(device ? `${name} is logged out of that device.` : `${name} is logged out.`)
    }),
  )

/** @throws StoreError 'not_found' if the device is not one of the person's */
async function logPersonOut(
  tx: Database,
  { id, device }: { id: string; device?: string | undefined },
) {
  if (device === undefined) return endAllSessions(tx, id, authorIn(tx))
  const isTheirs = (await listSessions(tx, id)).some((session) => session.id === device)
  if (!isTheirs) throw new Error('This person is not logged in on a device of this id.')
  return endSession(tx, { id: device, action: 'ended a session' }, authorIn(tx))
}

export const staffCommand = new Command('staff')
  .description('manage the people of the staff desk')
  .addCommand(add)
  .addCommand(list)
  .addCommand(change)
  .addCommand(devices)
  .addCommand(logOut)
