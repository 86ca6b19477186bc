import { and, desc, eq, ilike, inArray, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'

import type { HistoryEntry, HistoryQuery } from '#contract/staff/people.ts'
import type { Database } from '#server/database/client/connect.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { cashHandovers } from '#server/database/schema/payments.ts'
import { staff, staffHistory } from '#server/database/schema/staff.ts'
import type { StaffActor } from '#server/platform/http/staffSessions.ts'
import { worksIn } from './people.ts'

const perPage = 50

/**
 * What the staff and the command line changed, as far as the reader may see it, newest first, with the cursor of the
 * next page.
 */
export async function readHistory(
  db: Database,
  reader: StaffActor,
  { subject, search, cursor }: HistoryQuery,
): Promise<{ data: HistoryEntry[]; cursor: string | null }> {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  const rows = await db
    .select()
    .from(staffHistory)
    .where(
      and(
        isInScope(db, reader),
        subject && eq(staffHistory.subject, subject),
        cursor && /^\d{1,15}$/.test(cursor) ? lt(staffHistory.id, Number(cursor)) : undefined,
        ...words.map((word) => isAbout(word)),
      ),
    )
    .orderBy(desc(staffHistory.id))
    .limit(perPage + 1)
  const page = rows.slice(0, perPage)
  return {
    data: page.map(({ id, at, by, role, subject: of, name, action, before, after }) => ({
      ...{ id: String(id), at: at.toISOString(), by, role, subject: of, name, action },
      before,
      after,
    })),
    cursor: rows.length > perPage ? String(page.at(-1)?.id) : null,
  }
}

/** Subjects that belong to a warehouse, and those that only people of the whole store see. */
const ofWarehouse = ['order', 'stock', 'cash', 'staff'] as const
const ofWholeStore = ['key', 'webhook'] as const

/**
 * Who works for certain warehouses sees what happened to orders, stock, cash and people of these, what belongs to no
 * warehouse, and what they did themselves.
 */
function isInScope(db: Database, { id, warehouseIds }: StaffActor): SQL | undefined {
  if (warehouseIds.length === 0) return undefined
  const { subject, subjectId, warehouseId, staffId } = staffHistory
  const ownOrders = db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.warehouseId, warehouseIds))
  const ownPeople = db.select({ id: staff.id }).from(staff).where(worksIn(warehouseIds))
  const ownHandovers = db
    .select({ id: cashHandovers.id })
    .from(cashHandovers)
    .innerJoin(deliveryAgents, eq(deliveryAgents.id, cashHandovers.agentId))
    .leftJoin(staff, eq(staff.id, deliveryAgents.staffId))
    .where(or(isNull(staff.id), worksIn(warehouseIds)))
  return or(
    eq(staffId, id),
    inArray(warehouseId, warehouseIds),
    and(eq(subject, 'order'), inArray(subjectId, ownOrders)),
    and(eq(subject, 'staff'), inArray(subjectId, ownPeople)),
    and(eq(subject, 'cash'), inArray(subjectId, ownHandovers)),
    and(isNull(warehouseId), notInArray(subject, [...ofWarehouse, ...ofWholeStore])),
  )
}

function isAbout(word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const { name, action, by } = staffHistory
  return or(ilike(name, pattern), ilike(action, pattern), ilike(by, pattern))
}
