import type { LoginResult } from '#contract/account/auth.ts'
import { persistedRecord } from '#platform/storage/persistedRecord.ts'

/** The customer who was logged in last. Data stored here after a session expired is theirs. */
const lastUserId = persistedRecord('last-user-id', (stored) =>
  typeof stored === 'string' ? stored : undefined,
)

export const saveLastUser = ({ user }: LoginResult) => lastUserId.write(user._id)

/** Whether stored data may belong to another customer, whose session expired. */
export async function isDifferentUser({ user }: LoginResult): Promise<boolean> {
  const last = await lastUserId.read()
  return last !== undefined && last !== user._id
}

const reloadPauseMs = 10_000
const lastReload = persistedRecord('device:signed-out-reload', (stored) =>
  typeof stored === 'number' ? stored : undefined,
)

/**
 * Reloads after a 401, so that no customer data stays on the screen; at most once in 10 s, to avoid
 * loops.
 */
export async function reloadLoggedOut(): Promise<void> {
  const last = (await lastReload.read()) ?? 0
  if (Date.now() - last < reloadPauseMs) return
  await lastReload.write(Date.now())
  location.hash = 'login=expired'
  location.reload()
}
