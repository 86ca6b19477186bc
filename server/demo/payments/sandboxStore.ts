import { and, eq, inArray, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { randomBytes } from 'node:crypto'

import type { Database } from '#server/database/client/connect.ts'
import { sandboxEvents, sandboxObjects } from '#server/database/schema/payments.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import type { RazorpayKeys } from '#server/platform/payments/razorpay.ts'

export type SandboxDeps = {
  db: Database
  keys: RazorpayKeys
  /** The public origin of the store. */
  origin: string
  sendMessage: SendMessage
}

type Row = typeof sandboxObjects.$inferSelect
type Kind = Row['kind']
export type ProviderObject = Record<string, unknown> & { id: string }

const prefixes = { order: 'order', payment: 'pay', refund: 'rfnd', payment_link: 'plink' } as const

/** An id in the provider's format: a prefix and fourteen letters and digits. */
const newProviderId = (prefix: string) =>
  `${prefix}_${randomBytes(16)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 14)}`

const unixTime = () => Math.floor(clock.now().getTime() / 1000)

const toObject = ({ id, body }: Row): ProviderObject => ({ ...body, id })

type NewObject = { kind: Kind; body: object; parentId?: string; mark?: string }

/** Creates an object. Where the reference already exists, the existing object is returned. */
export async function createObject(db: Database, object: NewObject): Promise<ProviderObject> {
  const { kind, body, parentId, mark } = object
  const id = newProviderId(prefixes[kind])
  const whole = { id, entity: kind, ...body, created_at: unixTime() }
  const [row] = await db
    .insert(sandboxObjects)
    .values({ id, kind, body: whole, parentId: parentId ?? null, mark: mark ?? null })
    .onConflictDoNothing()
    .returning()
  if (row) return toObject(row)
  const [before] = await db
    .select()
    .from(sandboxObjects)
    .where(eq(sandboxObjects.mark, mark ?? ''))
  return toObject(before as Row)
}

export async function readObject(
  db: Database,
  kind: Kind,
  id: string,
): Promise<ProviderObject | undefined> {
  const [row] = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)))
  return row && toObject(row)
}

/** Reads an object and locks it until the end of the transaction. */
export async function lockObject(
  tx: Database,
  kind: Kind,
  id: string,
): Promise<ProviderObject | undefined> {
  const [row] = await tx
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)))
    .for('update')
  return row && toObject(row)
}

export async function readObjectsByReference(
  db: Database,
  mark: string,
): Promise<ProviderObject[]> {
  const rows = await db.select().from(sandboxObjects).where(eq(sandboxObjects.mark, mark))
  return rows.map(toObject)
}

export async function readChildren(
  db: Database,
  kind: Kind,
  parentId: string,
): Promise<ProviderObject[]> {
  const rows = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.parentId, parentId), inArray(sandboxObjects.kind, [kind])))
    .orderBy(sandboxObjects.createdAt)
  return rows.map(toObject)
}

export async function updateObject(
  db: Database,
  id: string,
  changes: object,
): Promise<ProviderObject> {
  const [row] = await db
    .update(sandboxObjects)
    .set({ body: sql`${sandboxObjects.body} || ${JSON.stringify(changes)}::jsonb` })
    .where(eq(sandboxObjects.id, id))
    .returning()
  return toObject(row as Row)
}

type ProviderEvent = { name: string; payload: Record<string, ProviderObject> }

/** Queues an event for the store's webhook. */
export async function enqueueEvent(db: Database, { name, payload }: ProviderEvent): Promise<void> {
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_sandbox',
    event: name,
    contains: Object.keys(payload),
    payload: Object.fromEntries(Object.entries(payload).map(([key, entity]) => [key, { entity }])),
    created_at: unixTime(),
  })
  await db.insert(sandboxEvents).values({ id: newProviderId('evt'), body, dueAt: clock.now() })
}

type Details = { reason?: string; field?: string; metadata?: Record<string, unknown> }

/** Throws an error response in the provider's format. */
export function rejectCall(
  status: 400 | 401 | 404 | 409,
  description: string,
  more: Details = {},
): never {
  const { reason = 'input_validation_failed', field, metadata = {} } = more
  const error = {
    code: 'BAD_REQUEST_ERROR',
    description,
    source: 'business',
    step: 'payment_initiation',
    reason,
    ...(field ? { field } : {}),
    metadata,
  }
  throw new HTTPException(status, { res: Response.json({ error }, { status }) })
}
