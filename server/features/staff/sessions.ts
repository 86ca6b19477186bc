import { and, desc, eq, gt } from 'drizzle-orm'

import type { StaffSession } from '#contract/staff/people.ts'
import { mayChange } from '#contract/staff/roles.ts'
import type { Database } from '#server/database/client/connect.ts'
import { staff, staffPasskeys, staffSessions } from '#server/database/schema/staff.ts'
import { type Change, openStaffSession, recordChange } from '#server/platform/http/staffSessions.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { type Editor, notYourPerson, personNotFound } from './people.ts'

type Record = (change: Change) => Promise<void>
/** Who ends sessions; the command line may end all. */
type Edit = { editor: Editor | undefined; record: Record }

type Login = { device: string; with?: 'passkey' }

/** Logs a person in, which the history says, and returns the token of the session. */
export const logIn = (
  db: Database,
  { id, name, role }: Pick<typeof staff.$inferSelect, 'id' | 'name' | 'role'>,
  login: Login,
): Promise<string> =>
  db.transaction(async (tx) => {
    const token = await openStaffSession(tx, id, login.device)
    const change = { subject: 'staff', subjectId: id, name, action: 'logged in' } as const
    await recordChange(tx, { id, name, role, sessionId: '' }, { ...change, after: login })
    return token
  })

/** Where a person is logged in, the device used last first. */
export async function listSessions(
  db: Database,
  staffId: string,
  currentId?: string,
): Promise<StaffSession[]> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, staffId), gt(staffSessions.expiresAt, clock.now())))
    .orderBy(desc(staffSessions.lastUsedAt))
  return rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    ...{ id, device },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isThisOne: id === currentId,
  }))
}

/**
 * The name of a person whose sessions the editor may see and end: their own, and those of people whom they may change.
 *
 * @throws StoreError 'not_found', 'forbidden'
 */
export async function requireOwnOrBelow(
  db: Database,
  staffId: string,
  editor: Editor | undefined,
): Promise<string> {
  const [person] = await db.select().from(staff).where(eq(staff.id, staffId))
  if (!person) throw personNotFound()
  if (editor && editor.id !== staffId && !mayChange(editor, person)) {
    throw notYourPerson()
  }
  return person.name
}

/**
 * Ends a session of the editor, or of a person whom they may change. To everybody else it does not exist.
 *
 * @throws StoreError 'not_found'
 */
export async function endSession(
  tx: Database,
  { id, action }: { id: string; action: string },
  { editor, record }: Edit,
): Promise<void> {
  const notThere = new StoreError('not_found', 'This device is already logged out')
  const [session] = await tx
    .select()
    .from(staffSessions)
    .where(eq(staffSessions.id, id))
    .for('update')
  if (!session) throw notThere
  const { staffId, device } = session
  const name = await requireOwnOrBelow(tx, staffId, editor).catch((error: unknown) => {
    throw error instanceof StoreError ? notThere : error
  })
  await tx.delete(staffSessions).where(eq(staffSessions.id, id))
  await record({ subject: 'staff', subjectId: staffId, name, action, before: { device } })
}

/**
 * Logs a person out everywhere. Their passkeys are removed too, because a lost phone would log in again with its own;
 * they log in with an OTP.
 *
 * @throws StoreError 'not_found', 'forbidden'
 */
export async function endAllSessions(
  tx: Database,
  staffId: string,
  { editor, record }: Edit,
): Promise<void> {
  const name = await requireOwnOrBelow(tx, staffId, editor)
  const ended = await tx
    .delete(staffSessions)
    .where(eq(staffSessions.staffId, staffId))
    .returning({ device: staffSessions.device })
  const removed = await tx
    .delete(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staffId))
    .returning({ device: staffPasskeys.device })
  const before = {
    devices: ended.map(({ device }) => device),
    ...(removed.length > 0 && { passkeys: removed.map(({ device }) => device) }),
  }
  await record({
    ...{ subject: 'staff', subjectId: staffId, name, action: 'logged out everywhere', before },
  })
}
