import {
  and,
  arrayOverlaps,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'

import { openReturnStatuses } from '#contract/orders/orderTransitions.ts'
import type { ListedPerson, NewPerson, PersonChanges, StaffPerson } from '#contract/staff/people.ts'
import { mayChange, needsWarehouse, type StaffRole } from '#contract/staff/roles.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { pickups } from '#server/database/schema/deliveries.ts'
import {
  activeStatuses,
  deliveryAgents,
  orderLines,
  orders,
} from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { staff, staffPasskeys, staffSessions } from '#server/database/schema/staff.ts'
import { warehouses } from '#server/database/schema/storefront.ts'
import type { Change, StaffActor } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'

type PersonRow = typeof staff.$inferSelect
/** Who changes people: their role and warehouses limit whom. The command line may change everybody. */
export type Editor = { role: StaffRole; warehouseIds: string[]; id?: string }
type Record = (change: Change) => Promise<void>

export const notYourPerson = () =>
  new StoreError('forbidden', 'You can’t change people of this role')
export const personNotFound = () => new StoreError('not_found', 'This person isn’t on the staff')

/** Reads active people by phone number, for the login. */
export async function personByPhone(db: Database, contactNumber: string) {
  const [row] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.contactNumber, contactNumber), isNull(staff.disabledAt)))
  return row
}

/** Reads an active person, for the login. */
export async function activePerson(db: Database, id: string) {
  const [row] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.disabledAt)))
  return row
}

/** @throws StoreError 'not_found' */
export async function readPerson(db: Database, id: string): Promise<StaffPerson> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id))
  if (!row) throw personNotFound()
  return personOf(db, row)
}

export async function personOf(db: Database, row: PersonRow): Promise<StaffPerson> {
  return personIn(await readWarehouseNames(db), row)
}

/** All warehouses, by id. */
export const readWarehouseNames = (db: Database) =>
  db.select({ id: warehouses.id, name: warehouses.name }).from(warehouses).orderBy(warehouses.id)

type NamedWarehouse = { id: string; name: string }

function personIn(named: NamedWarehouse[], row: PersonRow): StaffPerson {
  const { id, name, role, contactNumber, warehouseIds } = row
  const own = named.filter((warehouse) => warehouseIds.includes(warehouse.id))
  return { id, name, role, contactNumber, warehouses: own }
}

/** Whether a person works for one of these warehouses. Who works for all warehouses works for these too. */
export const worksIn = (warehouseIds: string[]): SQL | undefined =>
  warehouseIds.length === 0
    ? undefined
    : or(arrayOverlaps(staff.warehouseIds, warehouseIds), sql`${staff.warehouseIds} = '{}'`)

/** The people whom somebody sees, active people first. The command line sees everybody. */
export async function listPeople(
  db: Database,
  { warehouseIds }: Pick<StaffActor, 'warehouseIds'> = { warehouseIds: [] },
): Promise<ListedPerson[]> {
  const named = await readWarehouseNames(db)
  const uses = await db
    .select({
      staffId: staffSessions.staffId,
      lastUsedAt: max(staffSessions.lastUsedAt),
      deviceCount: sql<number>`count(*)::int`,
    })
    .from(staffSessions)
    .where(gt(staffSessions.expiresAt, clock.now()))
    .groupBy(staffSessions.staffId)
  const withPasskey = new Set(
    (await db.selectDistinct({ id: staffPasskeys.staffId }).from(staffPasskeys)).map(
      ({ id }) => id,
    ),
  )
  const rows = await db
    .select()
    .from(staff)
    .where(worksIn(warehouseIds))
    .orderBy(sql`${staff.disabledAt} is not null`, asc(staff.name), asc(staff.id))
  return rows.map((row) => {
    const use = uses.find(({ staffId }) => staffId === row.id)
    return {
      ...personIn(named, row),
      isActive: row.disabledAt === null,
      lastUsedAt: use?.lastUsedAt?.toISOString() ?? null,
      deviceCount: use?.deviceCount ?? 0,
      hasPasskey: withPasskey.has(row.id),
    }
  })
}

type Edit = { editor: Editor | undefined; record: Record }

/**
 * Adds a person, who logs in with this phone number.
 *
 * @throws StoreError 'conflict' if the number is on the staff, 'forbidden' if the editor may not give the role
 */
export async function addPerson(
  tx: Database,
  person: NewPerson,
  { editor, record }: Edit,
): Promise<string> {
  requireEditable(editor, person)
  await requireWarehouses(tx, person)
  const [added] = await tx
    .insert(staff)
    .values({ ...person, createdAt: clock.now() })
    .onConflictDoNothing({ target: staff.contactNumber })
    .returning()
  if (!added) {
    throw new StoreError('conflict', 'Somebody on the staff already has this phone number', {
      fields: { contactNumber: 'Somebody on the staff already has this phone number' },
    })
  }
  await linkRider(tx, added)
  const { name, role, contactNumber, warehouseIds } = added
  const after = { name, role, contactNumber, warehouseIds }
  await record({ subject: 'staff', subjectId: added.id, name, action: 'added', before: {}, after })
  return added.id
}

/**
 * Changes a person. Disabling ends their sessions, and is refused for the last owner and for a rider with open orders.
 *
 * @throws StoreError 'not_found', 'forbidden', 'not_allowed_now'
 */
export async function changePerson(
  tx: Database,
  { id, changes }: { id: string; changes: PersonChanges },
  { editor, record }: Edit,
): Promise<void> {
  const [row] = await tx.select().from(staff).where(eq(staff.id, id)).for('update')
  if (!row) throw personNotFound()
  const { isActive, ...fields } = changes
  const next = { ...row, ...fields }
  requireEditable(editor, row)
  requireEditable(editor, next)
  await requireWarehouses(tx, next)
  const disabledAt =
    isActive === undefined ? row.disabledAt : isActive ? null : (row.disabledAt ?? clock.now())
  const isLeaving = disabledAt !== null || next.role !== 'owner'
  if (row.role === 'owner' && row.disabledAt === null && isLeaving) await requireOtherOwner(tx, id)
  if (disabledAt !== null || next.role !== row.role) {
    await requireNoOpenOrders(tx, row)
    await requireNoCash(tx, row)
  }
  const [changed] = await tx
    .update(staff)
    .set({ ...fields, disabledAt, ...(disabledAt && { onShiftSince: null }) })
    .where(eq(staff.id, id))
    .returning()
  if (!changed) throw personNotFound()
  if (disabledAt) await tx.delete(staffSessions).where(eq(staffSessions.staffId, id))
  await linkRider(tx, changed)
  await record({
    ...{ subject: 'staff', subjectId: id, name: row.name },
    action: isActive === false ? 'disabled' : isActive && row.disabledAt ? 'enabled' : 'changed',
    before: pickFields(row, fields),
    after: pickFields(changed, fields),
    skipIfUnchanged: (row.disabledAt === null) === (disabledAt === null),
  })
}

const pickFields = (row: PersonRow, fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as keyof PersonRow]]))

function requireEditable(
  editor: Editor | undefined,
  person: Pick<PersonRow, 'role' | 'warehouseIds'>,
) {
  if (editor && !mayChange(editor, person)) throw notYourPerson()
}

/** @throws StoreError 'invalid' if a warehouse is unknown, or missing for a role that needs one */
export async function requireWarehouses(
  tx: Database,
  { role, warehouseIds }: Pick<PersonRow, 'role' | 'warehouseIds'>,
  who = 'person',
) {
  if (needsWarehouse(role) && warehouseIds.length === 0) {
    throw invalidWarehouses(`Choose the warehouses this ${who} works for`)
  }
  const existingCount = await tx.$count(warehouses, inArray(warehouses.id, warehouseIds))
  if (existingCount < new Set(warehouseIds).size)
    throw invalidWarehouses('There’s no such warehouse')
}

const invalidWarehouses = (sentence: string) =>
  new StoreError('invalid', sentence, { fields: { warehouseIds: sentence } })

async function requireOtherOwner(tx: Database, id: string) {
  const others = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, 'owner'), isNull(staff.disabledAt), ne(staff.id, id)))
    .for('update')
  if (others.length === 0) {
    throw new StoreError('not_allowed_now', 'The store needs an owner. Add another one first.')
  }
}

async function requireNoOpenOrders(tx: Database, { id, name }: PersonRow) {
  const carried = await tx
    .select({ number: orders.orderNumber })
    .from(orders)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, orders.agentId))
    .where(and(eq(deliveryAgents.staffId, id), inArray(orders.status, activeStatuses)))
    .limit(1)
  const fetched = await tx
    .select({ number: orders.orderNumber })
    .from(pickups)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, pickups.agentId))
    .innerJoin(orderLines, eq(orderLines.id, pickups.lineId))
    .innerJoin(orders, eq(orders.id, pickups.orderId))
    .where(
      and(
        eq(deliveryAgents.staffId, id),
        inArray(orderLines.status, openReturnStatuses),
        // What the rider left with the customer is no longer theirs.
        or(isNull(pickups.outcome), eq(pickups.outcome, 'taken')),
      ),
    )
    .limit(1)
  const [open] = [...carried, ...fetched]
  if (open) {
    throw new StoreError(
      'not_allowed_now',
      `${name} still has orders, such as ${open.number}. Give them to another rider first.`,
    )
  }
}

/** Only the rider can hand over the cash that they have collected. */
async function requireNoCash(tx: Database, { id, name }: PersonRow) {
  const [carried] = await tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, payments.collectedById))
    .where(and(eq(deliveryAgents.staffId, id), isNull(payments.cashHandoverId)))
    .limit(1)
  if (carried) {
    throw new StoreError(
      'not_allowed_now',
      `${name} still has cash of the store. It must be handed over first.`,
    )
  }
}

/** Customers see a rider as the delivery agent of their order. Agents that the command line has added are found by their number. */
async function linkRider(tx: Database, { id, name, role, contactNumber, disabledAt }: PersonRow) {
  const isActive = role === 'rider' && disabledAt === null
  const linked = await tx
    .update(deliveryAgents)
    .set({ name, contactNumber, isActive })
    .where(eq(deliveryAgents.staffId, id))
    .returning({ id: deliveryAgents.id })
  if (linked.length > 0 || !isActive) return
  const linkedByPhone = await tx
    .update(deliveryAgents)
    .set({ name, isActive, staffId: id })
    .where(eq(deliveryAgents.contactNumber, contactNumber))
    .returning({ id: deliveryAgents.id })
  if (linkedByPhone.length === 0)
    await tx.insert(deliveryAgents).values({ name, contactNumber, staffId: id })
}
