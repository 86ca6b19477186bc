import { persistedRecord } from '#platform/storage/persistedRecord.ts'

export const pendingLoginKey = 'pending-login'

/** Checked without the schema, because a first view does not load valibot. */
export function isUnexpired(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || !('expiresAt' in stored)) return false
  return typeof stored.expiresAt === 'number' && stored.expiresAt > Date.now()
}

const record = persistedRecord(pendingLoginKey, (stored) => isUnexpired(stored) || undefined)

/** Whether a login was interrupted by a reload and can continue. An expired one is deleted. */
export async function hasPendingLogin(): Promise<boolean> {
  if (await record.read()) return true
  await record.remove()
  return false
}
