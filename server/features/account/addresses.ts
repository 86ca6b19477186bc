import { and, desc, eq } from 'drizzle-orm'

import type { Address, ChangedAddress } from '#contract/account/account.ts'
import { type Geocoder, locateAddress } from '#server/commerce/addresses.ts'
import { addressOf, readAddress } from '#server/commerce/customers.ts'
import { addressNotFound } from '#server/commerce/errors.ts'
import { addresses } from '#server/database/schema/users.ts'
import type { CustomerContext } from '#server/platform/http/handler.ts'

/** Newest addresses first. */
export async function readAddresses({ db, userId }: CustomerContext): Promise<Address[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.createdAt), desc(addresses.id))
  return rows.map(addressOf)
}

/** If no point is sent and the text has changed, the address is geocoded again. */
export async function changeAddress(
  { db, userId }: CustomerContext,
  { addressId, ...change }: ChangedAddress,
  geocoder: Geocoder,
): Promise<Address> {
  const before = await readAddress(db, userId, addressId)
  if (!before) throw addressNotFound()
  const [row] = await db
    .update(addresses)
    .set(await locateAddress(change, { geocoder, before }))
    .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
    .returning()
  if (!row) throw addressNotFound()
  return addressOf(row)
}

export async function deleteAddress({ db, userId }: CustomerContext, id: string): Promise<void> {
  const deleted = await db
    .delete(addresses)
    .where(and(eq(addresses.id, id), eq(addresses.userId, userId)))
    .returning({ id: addresses.id })
  if (deleted.length === 0) throw addressNotFound()
}
