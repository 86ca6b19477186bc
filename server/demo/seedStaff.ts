import { and, asc, inArray, isNull, sql } from 'drizzle-orm'

import type { NewPerson } from '#contract/staff/people.ts'
import { needsWarehouse } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { staff } from '#server/database/schema/staff.ts'
import { addPerson, readWarehouseNames } from '#server/features/staff/people.ts'
import store from './catalogue/store.json' with { type: 'json' }

/** A JSON file's texts have the wider type `string`; the database checks them. */
const people = store.staff as NewPerson[]

/**
 * Gives a store without staff an owner, a packer and a rider, so that the desk can be tried. The rider is the first
 * delivery agent of the demo store. No person has added them, so the history does not name them.
 */
export function seedStaff(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    // Another process that starts now waits, and finds them.
    await tx.execute(sql`lock table ${staff} in share row exclusive mode`)
    if ((await tx.$count(staff)) > 0) return
    const all = (await readWarehouseNames(tx)).map(({ id }) => id)
    for (const person of people) {
      const warehouseIds = warehousesOf(person, all)
      if (needsWarehouse(person.role) && warehouseIds.length === 0) continue
      const added = { ...person, warehouseIds }
      await addPerson(tx, added, { editor: undefined, record: async () => undefined })
    }
  })
}

/** The person's own, or the first where the store has others than the demo. */
function warehousesOf({ warehouseIds }: NewPerson, all: string[]): string[] {
  const own = warehouseIds.filter((id) => all.includes(id))
  return warehouseIds.length > 0 && own.length === 0 ? all.slice(0, 1) : own
}

/** Who can log in to the desk of the demo store: 'owner 6000010201, packer 6000010202'. */
export async function demoLogins(db: Database): Promise<string> {
  const numbers = people.map(({ contactNumber }) => contactNumber)
  const rows = await db
    .select({ role: staff.role, contactNumber: staff.contactNumber })
    .from(staff)
    .where(and(inArray(staff.contactNumber, numbers), isNull(staff.disabledAt)))
    .orderBy(asc(staff.role))
  const logins = rows.map(({ role, contactNumber }) => `${role} ${contactNumber}`)
  return logins.join(', ') || 'the people that “store staff list” names'
}
