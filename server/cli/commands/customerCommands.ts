import { Command, InvalidArgumentError } from 'commander'
import { and, asc, eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { cleanReference } from '#contract/values/codes.ts'
import { createAddressHasher } from '#server/commerce/orders/cashOnDelivery.ts'
import type { Database } from '#server/database/client/connect.ts'
import { users } from '#server/database/schema/users.ts'
import { eraseUser, exportUser } from '#server/features/account/personalData.ts'
import { complaints } from '#server/database/schema/operations.ts'
import { answerComplaint, readHistories } from '#server/features/support/complaints.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { enqueueOffers } from '#server/platform/push/pushQueue.ts'
import {
  confirm,
  formatTime,
  type JsonOption,
  jsonOption,
  parsePhone,
  parseShortText,
  print,
  printJson,
  type YesOption,
  yesOption,
} from '#server/cli/terminal.ts'
import { withStore } from '#server/cli/withStore.ts'

async function findUserId(db: Database, phone: string): Promise<string> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.contactNumber, phone))
  if (!user) throw new Error('No customer has this number.')
  return user.id
}

const exportUserCommand = new Command('export')
  .description('print all data of a customer as JSON')
  .argument('<phone>', 'their phone number', parsePhone)
  .action((phone: string) =>
    withStore(async ({ db }) => {
      printJson(await exportUser(db, await findUserId(db, phone)))
    }),
  )

const eraseUserCommand = new Command('erase')
  .description('erase an account; its orders stay, without personal data')
  .argument('<phone>', 'their phone number', parsePhone)
  .option(...yesOption)
  .action((phone: string, options: YesOption) =>
    withStore(async ({ db, readPepper }) => {
      const id = await findUserId(db, phone)
      await confirm(`Erase the account of ${phone}?`, options)
      const hashAddress = createAddressHasher(await readPepper())
      await eraseUser(db, id, { hashAddress }).catch((error: unknown) => {
        // The sentence of this error is meant for the customer.
        if (!(error instanceof StoreError) || error.code !== 'not_allowed_now') throw error
        throw new Error(
          'This customer has an order, return or exchange in progress. Erase the account once it is completed.',
        )
      })
      print('The account is erased.')
    }),
  )

export const userCommand = new Command('user')
  .description('data export and erasure')
  .addCommand(exportUserCommand)
  .addCommand(eraseUserCommand)

const listComplaints = new Command('list')
  .description('list open complaints, oldest first')
  .option(...jsonOption)
  .action(({ json }: JsonOption) =>
    withStore(async ({ db }) => {
      const open = await db
        .select()
        .from(complaints)
        .where(eq(complaints.state, 'open'))
        .orderBy(asc(complaints.createdAt))
      const histories = await readHistories(
        db,
        open.map(({ id }) => id),
      )
      if (json)
        return printJson(open.map((row) => ({ ...row, messages: histories.get(row.id) ?? [] })))
      for (const { id, ticket, createdAt, name, contactNumber, orderId, text } of open) {
        const order = orderId ? `, order ${orderId}` : ''
        print(
          `${ticket}  ${formatTime(createdAt)}  ${name.replaceAll('\n', ' ')}, ${contactNumber}${order}`,
        )
        print(`  ${text.replaceAll('\n', '\n  ')}`)
        for (const message of histories.get(id) ?? []) {
          const who = message.by === 'store' ? 'Store' : 'Shopper'
          print(`  ${who}, ${formatTime(message.at)}: ${message.text.replaceAll('\n', '\n  ')}`)
        }
      }
      print(`${open.length} open.`)
    }),
  )

const answer = new Command('answer')
  .description('answer a complaint: the shopper gets a text message and reads it in the account')
  .argument('<ticket>', 'the ticket from "complaint list"', cleanReference)
  .argument('<text>', 'the answer', parseShortText(4000))
  .action((ticket: string, text: string) =>
    withStore(async ({ db }) => {
      await answerComplaint(db, { ticket, text })
      print(`${ticket} is answered. The store sends a text message with a link to the answer.`)
    }),
  )

const markAnswered = new Command('answered')
  .description('mark a complaint as answered that was settled by phone or email')
  .argument('<ticket>', 'the ticket from "complaint list"', cleanReference)
  .action((ticket: string) =>
    withStore(async ({ db }) => {
      const changed = await db
        .update(complaints)
        .set({ state: 'answered', answeredAt: clock.now() })
        .where(and(eq(complaints.ticket, ticket), eq(complaints.state, 'open')))
        .returning({ ticket: complaints.ticket })
      if (changed.length === 0) throw new Error('There is no open complaint with this ticket.')
      print(`${ticket} is marked as answered.`)
    }),
  )

export const complaintCommand = new Command('complaint')
  .description('complaints and their tickets')
  .addCommand(listComplaints)
  .addCommand(answer)
  .addCommand(markAnswered)

function parsePath(text: string): string {
  if (!/^\/(?![/\\])\S*$/.test(text)) {
    throw new InvalidArgumentError('Must be a path of this store, such as /collections.')
  }
  return text
}

type OfferOptions = YesOption & { path: string }

export const offerCommand = new Command('offer')
  .description(
    'send an offer to customers who turned offers on, within their weekly limit and outside their quiet hours',
  )
  .argument('<title>', 'a few words', parseShortText(60))
  .argument('<body>', 'one sentence', parseShortText(200))
  .option('--path <path>', 'the page that a tap opens, such as /collections', parsePath, '/')
  .option(...yesOption)
  .action((title: string, body: string, { path, ...options }: OfferOptions) =>
    withStore(async ({ db }) => {
      await confirm(`Send "${title}: ${body}" to all customers who turned offers on?`, options)
      const cause = createHash('sha256').update(`${title}\n${body}\n${path}`).digest('hex')
      const count = await enqueueOffers(db, { title, body, path, cause: cause.slice(0, 16) })
      print(`The offer is being sent to ${count === 1 ? '1 device' : `${count} devices`}.`)
    }),
  )
