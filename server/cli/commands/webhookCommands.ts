import { Command, InvalidArgumentError } from 'commander'
import * as v from 'valibot'

import {
  NewWebhook,
  type Webhook,
  WebhookChanges,
  type WebhookDelivery,
  WebhookEvent,
} from '#contract/staff/connections.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { listDeliveries, sendAgain, sendTest } from '#server/features/webhooks/deliveries.ts'
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  readWebhook,
  recordRenewal,
  removeWebhook,
  renewSecret,
} from '#server/features/webhooks/endpoints.ts'
import { type Change, commandLine, recordChange } from '#server/platform/http/staffSessions.ts'
import {
  confirm,
  formatTime,
  type JsonOption,
  jsonOption,
  print,
  printJson,
  printTable,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

const recordIn = (tx: Database) => (change: Change) => recordChange(tx, commandLine, change)

function parseUrl(text: string): string {
  const { success, output, issues } = v.safeParse(NewWebhook.entries.url, text)
  if (!success) throw new InvalidArgumentError(`${issues[0].message}.`)
  return output
}

function parseEvents(text: string, before: WebhookEvent[] = []): WebhookEvent[] {
  const named = text.split(',').map((name) => name.trim())
  const { success, output } = v.safeParse(v.array(WebhookEvent), named)
  if (!success) throw new InvalidArgumentError(`Must be of: ${WebhookEvent.options.join(', ')}.`)
  return [...new Set([...before, ...output])]
}

const timeText = (at: string) => formatTime(new Date(at))

function stateText({ pausedAt, failingSince, deliveredAt }: Webhook): string {
  if (pausedAt) return `paused since ${timeText(pausedAt)}`
  if (failingSince) return `failing since ${timeText(failingSince)}`
  return deliveredAt ? `last delivered ${timeText(deliveredAt)}` : 'nothing sent yet'
}

const columnsOf = (webhook: Webhook): string[] => [
  webhook.id,
  webhook.url,
  webhook.events.join(', '),
  stateText(webhook),
]

function printWebhook(webhook: Webhook, { json }: JsonOption) {
  if (json) printJson(webhook)
  else printTable([columnsOf(webhook)])
}

const deliveryColumns = (delivery: WebhookDelivery): string[] => [
  delivery.id,
  timeText(delivery.createdAt),
  delivery.event,
  delivery.about,
  delivery.state,
  delivery.tries === 1 ? '1 try' : `${delivery.tries} tries`,
  delivery.problem ?? (delivery.statusCode ? `answer ${delivery.statusCode}` : ''),
]

const idArgument = ['<id>', 'the id of the address, as "webhook list" shows it'] as const
const eventNames = WebhookEvent.options.join(', ')

const list = new Command('list')
  .description('list the addresses that events are sent to')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const webhooks = await listWebhooks(db)
      if (json) return printJson(webhooks)
      printTable(webhooks.map(columnsOf))
      print(webhooks.length === 1 ? '1 address.' : `${webhooks.length} addresses.`)
    }),
  )

type Secret = Webhook & { secret: string }

function printSecret({ secret, ...webhook }: Secret, { json }: JsonOption) {
  if (json) return printJson({ ...webhook, secret })
  printTable([columnsOf(webhook)])
  print(`The secret of its signatures, which is shown only now: ${secret}`)
}

const add = new Command('add')
  .description('send events to an address, and print the secret of its signatures this once')
  .requiredOption('--url <address>', 'where to, with https://', parseUrl)
  .requiredOption(
    '--event <name>',
    `may be repeated or comma-separated: ${eventNames}`,
    parseEvents,
  )
  .option(...jsonOption)
  .action(({ url, event, json }: JsonOption & { url: string; event: WebhookEvent[] }) =>
    withStore(async ({ db }) => {
      const added = await inTransaction(db, (tx) =>
        addWebhook(tx, { url, events: event }, recordIn(tx)),
      )
      printSecret({ ...added, secret: await renewSecret(db, added.id) }, { ...(json && { json }) })
    }),
  )

type ChangeOptions = JsonOption & {
  url?: string
  event?: WebhookEvent[]
  pause?: boolean
  resume?: boolean
}

const changesOf = ({ url, event, pause, resume }: ChangeOptions) =>
  v.parse(WebhookChanges, {
    ...(url !== undefined && { url }),
    ...(event && { events: event }),
    ...(pause && { isPaused: true }),
    ...(resume && { isPaused: false }),
  })

const change = new Command('change')
  .description('change an address, pause it or resume it')
  .argument(...idArgument)
  .option('--url <address>', 'where to, with https://', parseUrl)
  .option('--event <name>', `all events that it gets from now on: ${eventNames}`, parseEvents)
  .option('--pause', 'send nothing until it is resumed')
  .option('--resume', 'send what happens from now on')
  .option(...jsonOption)
  .hook('preAction', (_, command) => {
    const options = command.opts<ChangeOptions>()
    if (Object.keys(changesOf(options)).length === 0) {
      command.error('error: specify what to change', { exitCode: 2 })
    }
    if (options.pause && options.resume) {
      command.error('error: these options contradict each other', { exitCode: 2 })
    }
  })
  .action((id: string, options: ChangeOptions) =>
    withStore(async ({ db }) => {
      const changes = changesOf(options)
      const changed = await inTransaction(db, (tx) =>
        changeWebhook(tx, { id, changes }, recordIn(tx)),
      )
      printWebhook(changed, options)
    }),
  )

const renew = new Command('new-secret')
  .description('make a new secret for an address, and print it this once; the old one ends at once')
  .argument(...idArgument)
  .option(...yesOption)
  .option(...jsonOption)
  .action((id: string, { yes = false, json }: YesOption & JsonOption) =>
    withStore(async ({ db }) => {
      const { url } = await readWebhook(db, id)
      await confirm(`Make a new secret for ${url}?`, { yes })
      const renewed = await inTransaction(db, (tx) => recordRenewal(tx, id, recordIn(tx)))
      printSecret({ ...renewed, secret: await renewSecret(db, id) }, { ...(json && { json }) })
    }),
  )

const remove = new Command('remove')
  .description('remove an address with its log')
  .argument(...idArgument)
  .option(...yesOption)
  .option(...jsonOption)
  .action((id: string, { yes = false, json }: YesOption & JsonOption) =>
    withStore(async ({ db }) => {
      const { url } = await readWebhook(db, id)
      await confirm(`Send nothing more to ${url}, and delete its log?`, { yes })
      await inTransaction(db, (tx) => removeWebhook(tx, id, recordIn(tx)))
      if (json) printJson({ id, isRemoved: true })
      else print(`Nothing more is sent to ${url}.`)
    }),
  )

function printDelivery(delivery: WebhookDelivery, { json }: JsonOption) {
  if (json) printJson(delivery)
  else printTable([deliveryColumns(delivery)])
}

const test = new Command('test')
  .description('send a test; the running store sends it within seconds')
  .argument(...idArgument)
  .option(...jsonOption)
  .action((id: string, options: JsonOption) =>
    withStore(async ({ db }) => {
      printDelivery(await inTransaction(db, (tx) => sendTest(tx, id, recordIn(tx))), options)
    }),
  )

const log = new Command('log')
  .description('list what was sent to an address, newest first')
  .argument(...idArgument)
  .option(...jsonOption)
  .action((id: string, { json }: JsonOption) =>
    withStore(async ({ db }) => {
      await readWebhook(db, id)
      const { data } = await listDeliveries(db, id, undefined)
      if (json) return printJson(data)
      printTable(data.map(deliveryColumns))
      print(data.length === 1 ? '1 event.' : `${data.length} events.`)
    }),
  )

const resend = new Command('resend')
  .description('send an event of the log again')
  .argument(...idArgument)
  .argument('<delivery>', 'the id of the event, as "webhook log" shows it')
  .option(...jsonOption)
  .action((endpointId: string, deliveryId: string, options: JsonOption) =>
    withStore(async ({ db }) => {
      const again = { endpointId, deliveryId }
      printDelivery(await inTransaction(db, (tx) => sendAgain(tx, again, recordIn(tx))), options)
    }),
  )

export const webhookCommand = new Command('webhook')
  .description('send events of the store, such as placed orders, to other programs')
  .addCommand(list)
  .addCommand(add)
  .addCommand(change)
  .addCommand(renew)
  .addCommand(remove)
  .addCommand(test)
  .addCommand(log)
  .addCommand(resend)
