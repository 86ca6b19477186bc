import { randomBytes } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { sandboxEvents, sandboxObjects } from '#server/database/sandboxTables.ts'
import { clock } from '#server/platform/clock.ts'

type Row = typeof sandboxObjects.$inferSelect
type Kind = Row['kind']
export type Thing = Record<string, unknown> & { id: string }

const prefixes = { order: 'order', payment: 'pay', refund: 'rfnd', payment_link: 'plink' } as const

/** An id as the provider's own: what it is, and fourteen letters and digits. */
const newProviderId = (prefix: string) =>
  `${prefix}_${randomBytes(16)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 14)}`

const secondsNow = () => Math.floor(clock.now().getTime() / 1000)

const thingOf = ({ id, body }: Row): Thing => ({ ...body, id })

type NewThing = { kind: Kind; body: object; parentId?: string; mark?: string }

/** Keeps something new. What carries a mark that is there already is the one that is there. */
export async function keepThing(db: Database, thing: NewThing): Promise<Thing> {
  const { kind, body, parentId, mark } = thing
  const id = newProviderId(prefixes[kind])
  const whole = { id, entity: kind, ...body, created_at: secondsNow() }
  const [row] = await db
    .insert(sandboxObjects)
    .values({ id, kind, body: whole, parentId: parentId ?? null, mark: mark ?? null })
    .onConflictDoNothing()
    .returning()
  if (row) return thingOf(row)
  const [before] = await db
    .select()
    .from(sandboxObjects)
    .where(eq(sandboxObjects.mark, mark ?? ''))
  return thingOf(before as Row)
}

export async function readThing(db: Database, kind: Kind, id: string): Promise<Thing | undefined> {
  const [row] = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)))
  return row && thingOf(row)
}

/** The same, held until the transaction ends. */
export async function holdThing(tx: Database, kind: Kind, id: string): Promise<Thing | undefined> {
  const [row] = await tx
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)))
    .for('update')
  return row && thingOf(row)
}

export async function readMarked(db: Database, mark: string): Promise<Thing[]> {
  const rows = await db.select().from(sandboxObjects).where(eq(sandboxObjects.mark, mark))
  return rows.map(thingOf)
}

export async function readChildren(db: Database, kind: Kind, parentId: string): Promise<Thing[]> {
  const rows = await db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.parentId, parentId), inArray(sandboxObjects.kind, [kind])))
    .orderBy(sandboxObjects.createdAt)
  return rows.map(thingOf)
}

export async function changeThing(db: Database, id: string, changes: object): Promise<Thing> {
  const [row] = await db
    .update(sandboxObjects)
    .set({ body: sql`${sandboxObjects.body} || ${JSON.stringify(changes)}::jsonb` })
    .where(eq(sandboxObjects.id, id))
    .returning()
  return thingOf(row as Row)
}

type News = { name: string; payload: Record<string, Thing> }

/** Puts into the queue what the store's webhook is to hear. */
export async function tellStore(db: Database, { name, payload }: News): Promise<void> {
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_sandbox',
    event: name,
    contains: Object.keys(payload),
    payload: Object.fromEntries(Object.entries(payload).map(([key, entity]) => [key, { entity }])),
    created_at: secondsNow(),
  })
  await db.insert(sandboxEvents).values({ id: newProviderId('evt'), body, dueAt: clock.now() })
}
