import { randomInt } from 'node:crypto'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'

import { complaintsPath } from '#contract/pages/paths.ts'
import type { Complaint, OwnComplaint } from '#contract/store/storeFacts.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import { complaintMessages, complaints } from '#server/database/schema/operations.ts'
import { users } from '#server/database/schema/users.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { enqueueSms } from '#server/platform/messaging/smsQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'

/** Letters and digits without those that look alike. */
const ticketAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const ticketLength = 8
/** More than anybody writes; older ones are left to the support. */
const maxComplaints = 50

/** Saves a complaint and returns its ticket number. */
export async function saveComplaint(db: Database, complaint: Complaint): Promise<string> {
  const ticket = newTicket()
  await db.insert(complaints).values({ ...complaint, ticket, createdAt: clock.now() })
  return ticket
}

function newTicket(): string {
  const characters = Array.from(
    { length: ticketLength },
    () => ticketAlphabet[randomInt(ticketAlphabet.length)],
  )
  return `C-${characters.join('')}`
}

/** The complaints that were made with the customer's number, the newest first, with their history. */
export async function readComplaints({ db, userId }: CustomerContext): Promise<OwnComplaint[]> {
  const rows = await db
    .select({ complaint: complaints })
    .from(complaints)
    .innerJoin(users, eq(users.contactNumber, complaints.contactNumber))
    .where(eq(users.id, userId))
    .orderBy(desc(complaints.createdAt))
    .limit(maxComplaints)
  const histories = await readHistories(
    db,
    rows.map(({ complaint }) => complaint.id),
  )
  return rows.map(({ complaint: { id, ticket, createdAt, text, state } }) => ({
    ticket,
    at: createdAt.toISOString(),
    text,
    isAnswered: state === 'answered',
    messages: (histories.get(id) ?? []).map(({ by, text: words, at }) => ({
      by,
      text: words,
      at: at.toISOString(),
    })),
  }))
}

type Message = typeof complaintMessages.$inferSelect

/** What was written about these complaints, oldest first. */
export async function readHistories(
  db: Database,
  complaintIds: string[],
): Promise<Map<string, Message[]>> {
  const { complaintId, at, id } = complaintMessages
  const messages = await db
    .select()
    .from(complaintMessages)
    .where(inArray(complaintId, complaintIds))
    .orderBy(asc(at), asc(id))
  const byComplaint = new Map<string, Message[]>()
  for (const message of messages)
    byComplaint.set(message.complaintId, [...(byComplaint.get(message.complaintId) ?? []), message])
  return byComplaint
}

type Reply = { ticket: string; text: string }

/**
 * Adds what the customer has to say; the complaint is open again.
 *
 * @throws StoreError 'not_found' if the customer has no complaint with this ticket
 */
export function replyToComplaint(
  { db, userId }: CustomerContext,
  { ticket, text }: Reply,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const own = tx.select({ number: users.contactNumber }).from(users).where(eq(users.id, userId))
    const [complaint] = await tx
      .update(complaints)
      .set({ state: 'open', answeredAt: null })
      .where(and(eq(complaints.ticket, ticket), inArray(complaints.contactNumber, own)))
      .returning({ id: complaints.id })
    if (!complaint) throw new StoreError('not_found', 'We couldn’t find this complaint')
    await addMessage(tx, { complaintId: complaint.id, by: 'shopper', text })
  })
}

/**
 * Answers a complaint: the shopper gets a text message with a link, and reads the answer in the account.
 *
 * @throws StoreError 'not_found'
 */
export function answerComplaint(db: Database, { ticket, text }: Reply): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [complaint] = await tx
      .update(complaints)
      .set({ state: 'answered', answeredAt: clock.now() })
      .where(eq(complaints.ticket, ticket))
      .returning()
    if (!complaint) throw new StoreError('not_found', `No complaint has the ticket ${ticket}`)
    const { id, contactNumber } = complaint
    const messageId = await addMessage(tx, { complaintId: id, by: 'store', text })
    // Without a number, the account was erased.
    if (!contactNumber) return
    await enqueueSms(tx, {
      to: contactNumber,
      text: `We’ve answered your complaint ${ticket}. Log in to read it and to reply:`,
      path: complaintsPath,
      cause: `complaint:${messageId}`,
    })
  })
}

type NewMessage = Pick<Message, 'complaintId' | 'by' | 'text'>

async function addMessage(tx: Database, message: NewMessage): Promise<string> {
  const [added] = await tx
    .insert(complaintMessages)
    .values({ ...message, at: clock.now() })
    .returning({ id: complaintMessages.id })
  return added?.id ?? ''
}
