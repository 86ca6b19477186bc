import type { SignedIn } from '#contract/auth.ts'
import { persistedRecord } from './persistedRecord.ts'

/** Who was logged in last: what is stored here after a session ran out is theirs. */
const lastUserId = persistedRecord('last-user-id', (stored) =>
  typeof stored === 'string' ? stored : undefined,
)

export const rememberUser = ({ user }: SignedIn) => lastUserId.write(user._id)

/** Whether what is stored here may be of somebody else, whose session ran out. */
export async function isAnotherUser({ user }: SignedIn): Promise<boolean> {
  const last = await lastUserId.read()
  return last !== undefined && last !== user._id
}
