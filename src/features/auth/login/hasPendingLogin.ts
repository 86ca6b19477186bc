import { persistedRecord } from '#platform/storage/persistedRecord.ts'

export const pendingLoginKey = 'pending-login'

/** Without the schema, which the first view does not wait for. */
export function isUnexpired(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null || !('expiresAt' in stored)) return false
  return typeof stored.expiresAt === 'number' && stored.expiresAt > Date.now()
}

const record = persistedRecord(pendingLoginKey, (stored) => isUnexpired(stored) || undefined)

/** Whether a reload has interrupted a login that can still go on. One that cannot is deleted. */
export async function hasPendingLogin(): Promise<boolean> {
  if (await record.read()) return true
  await record.remove()
  return false
}
