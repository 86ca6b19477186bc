import { Command, InvalidArgumentError } from 'commander'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

import type { CallSchemas } from '#contract/api/fields.ts'
import { type StaffCallName, staffCalls } from '#contract/api/staffCalls.ts'
import { staffSchemas } from '#contract/api/staffSchemas.ts'
import type { HashAddress } from '#server/commerce/orders/cashOnDelivery.ts'
import type { Database } from '#server/database/client/connect.ts'
import { geocoder } from '#server/features/location/gazetteer.ts'
import { warehousesAround } from '#server/features/location/warehouses.ts'
import { createOrderEvents } from '#server/features/orders/orderEvents.ts'
import { cashHandlers } from '#server/features/orders/staff/delivery/cashHandlers.ts'
import { staffOrderHandlers } from '#server/features/orders/staff/staffOrderHandlers.ts'
import { historyHandlers } from '#server/features/staff/staffHandlers.ts'
import { stockHandlers } from '#server/features/stock/stockHandlers.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { validate } from '#server/platform/http/validate.ts'
import type { Change } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { addressHasherOf } from '#server/cli/addressOptions.ts'
import { asCommandLine } from '#server/cli/staffContext.ts'
import { type JsonOption, jsonOption, print, printJson, printTable } from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

type DeskDeps = { hashAddress: HashAddress | undefined }

/**
 * What the desk does with orders, stock and cash, and the history of it. People, keys, webhooks, phone orders and settings
 * have commands of their own; what riders do at the door is theirs.
 */
function deskHandlers({ hashAddress }: DeskDeps) {
  const { streamBoardEvents: _stream, ...orderHandlers } = staffOrderHandlers({
    ...{ orderEvents: createOrderEvents(), geocoder, warehousesAt: warehousesAround, hashAddress },
  })
  const { handOverCash: _ofRiders, ...officeCashHandlers } = cashHandlers
  return { ...orderHandlers, ...stockHandlers, ...officeCashHandlers, ...historyHandlers }
}

export type DeskCommandName = keyof ReturnType<typeof deskHandlers>
export const deskCommandNames = Object.keys(
  deskHandlers({ hashAddress: undefined }),
) as DeskCommandName[]

type DeskRequest = { staff: StaffContext; params: Fields; query: unknown; body: unknown }
type Handler = (request: DeskRequest) => Promise<{ result: unknown }>
/** What it gets has passed the schemas of its call. */
type DeskHandler = Handler | { begin: Handler }
type DeskCall = { name: DeskCommandName; handler: DeskHandler; given: GivenFields }
type Fields = Record<string, string>
/** The fields of a command: texts, and what was given as JSON. */
type GivenFields = Record<string, unknown>

const isDeskCall = (name: string): name is DeskCommandName =>
  (deskCommandNames as string[]).includes(name)

function parseCall(name: string): DeskCommandName {
  if (isDeskCall(name)) return name
  throw new InvalidArgumentError('There is no such call. Without a name, all calls are listed.')
}

/** Parses `field=text` and `field:=JSON`; a field that is named `address.city` is one of an object. */
export function parseField(text: string, before: GivenFields = {}): GivenFields {
  const [, path = '', separator, value = ''] = /^([\w.]+?)(:?=)([^]*)$/.exec(text) ?? []
  if (!separator) {
    throw new InvalidArgumentError('Must be written as field=text or, for JSON, as field:=[1,2].')
  }
  return setAt(before, path.split('.'), separator === '=' ? value : parseJson(value))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError(`${text} is not JSON. Write a text with = instead of :=.`)
  }
}

function setAt(object: GivenFields, [name = '', ...path]: string[], value: unknown): GivenFields {
  const inner = path.length > 0 ? setAt((object[name] ?? {}) as GivenFields, path, value) : value
  return { ...object, [name]: inner }
}

export const deskCommand = new Command('desk')
  .description('what the staff desk does with orders, stock and cash: sends one of its calls')
  .argument('[call]', 'such as moveOrder; without it, all calls are listed', parseCall)
  .argument('[fields...]', 'such as number=PEH-KAB55N or amountPaise:=50000', parseField)
  .option(...jsonOption)
  .addHelpText(
    'after',
    `
Examples:
  store desk readBoard
  store desk moveOrder number=PEH-KAB55N move=startPacking from=new
  store desk giveRefund number=PEH-KAB55N amountPaise:=10000 refundedPaise:=0 reason=late
  store desk changeStock productId=saanjh-kurti size=M warehouseId=indore change:=-1 reason=damaged

A field with "=" is a text, one with ":=" is JSON: a number, true, null, a list. "address.city=Indore" is
the field of an object. A change prints what the history says of it, and with --json the result.`,
  )
  .action(
    (name: DeskCommandName | undefined, fields: GivenFields | undefined, { json }: JsonOption) => {
      if (!name) return listCalls(json)
      return withStore(async (store) => {
        const hashAddress = await addressHasherOf(store)
        const handler = deskHandlers({ hashAddress })[name] as unknown as DeskHandler
        const { result, changes } = await sendCall(store.db, { name, handler, given: fields ?? {} })
        if (json || changes.length === 0) return printJson(result)
        for (const { name: subject, action } of changes) print(`${subject}: ${action}.`)
      })
    },
  )

function listCalls(json: boolean | undefined): void {
  const calls = deskCommandNames.map((name) => ({
    ...{ name, method: staffCalls[name].method, path: staffCalls[name].path },
    fields: fieldsOf(name),
  }))
  if (json) return printJson(calls)
  printTable(calls.map(({ name, fields }) => [name, fields.join(' ')]))
}

/** The names of a call's fields; those that can be left out end in a question mark. */
function fieldsOf(name: StaffCallName): string[] {
  const { query, body }: CallSchemas = staffSchemas[name]
  const params = paramsOf(name)
  const schemas = [query, body].flatMap((schema) =>
    schema ? [toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })] : [],
  )
  return [
    ...params,
    ...schemas.flatMap(({ properties = {}, required = [] }) =>
      Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`)),
    ),
  ]
}

const paramsOf = (name: StaffCallName): string[] =>
  [...staffCalls[name].path.matchAll(/:(\w+)/g)].map(([, param]) => param!)

type Sent = { result: unknown; changes: Change[] }

/** Handles a call as the server does, for somebody who may do everything. */
async function sendCall(db: Database, { name, handler, given }: DeskCall): Promise<Sent> {
  const { query: querySchema, body: bodySchema }: CallSchemas = staffSchemas[name]
  const params = Object.fromEntries(paramsOf(name).map((param) => [param, textOf(given, param)]))
  const rest = Object.fromEntries(Object.entries(given).filter(([field]) => !(field in params)))
  requireKnown(name, Object.keys(rest))
  const request = {
    params,
    query: querySchema && requireValid(querySchema, rest),
    body: bodySchema && requireValid(bodySchema, rest),
  }
  const handle = typeof handler === 'function' ? handler : handler.begin
  const changes: Change[] = []
  const { result } = await asCommandLine(db, ({ record, ...context }) =>
    handle({
      ...request,
      staff: {
        ...context,
        record: async (change) => {
          changes.push(change)
          await record(change)
        },
      },
    }),
  )
  return { result, changes }
}

/** @throws Error that names each invalid field, as a line has no place beside a field for its message */
function requireValid(schema: v.GenericSchema, fields: GivenFields): unknown {
  try {
    return validate(schema, fields)
  } catch (error) {
    if (!(error instanceof StoreError) || !error.extra.fields) throw error
    const problems = Object.entries(error.extra.fields).map(([field, text]) => `${field}: ${text}`)
    throw new Error([error.message, ...problems].join('\n'), { cause: error })
  }
}

function textOf(given: GivenFields, param: string): string {
  const value = given[param]
  if (typeof value === 'string' && value !== '') return value
  throw new StoreError('invalid', `Specify ${param}=…`)
}

/** A misspelt optional field would otherwise be left out without a word. */
function requireKnown(name: DeskCommandName, fields: string[]): void {
  const fieldNames = fieldsOf(name).map((field) => field.replace('?', ''))
  const unknown = fields.find((field) => !fieldNames.includes(field))
  if (unknown === undefined) return
  const list =
    fieldNames.length > 0 ? `Its fields are ${fieldNames.join(', ')}` : 'It has no fields'
  throw new StoreError('invalid', `${name} has no field ${unknown}. ${list}`)
}
