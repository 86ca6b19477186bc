import { desc, eq } from 'drizzle-orm'

import type { Database } from '#server/database/connect.ts'
import { inboxMessages } from '#server/database/supportTables.ts'
import { clock } from '#server/platform/clock.ts'
import type { SendMessage } from '#server/platform/sendMessage.ts'

/** How many messages the inbox shows. */
const shown = 50

export type InboxMessage = { to: string; text: string; otp?: string; link?: string; at: string }

/** Puts messages where `/dev/inbox` shows them, instead of sending them to a phone. */
export function inboxSender(db: Database): SendMessage {
  return async (message) => {
    await db.insert(inboxMessages).values({ ...message, at: clock.now() })
  }
}

/** The newest first; of one phone, or of all. */
export async function readInbox(db: Database, phone?: string): Promise<InboxMessage[]> {
  const rows = await db
    .select()
    .from(inboxMessages)
    .where(phone === undefined ? undefined : eq(inboxMessages.to, phone))
    .orderBy(desc(inboxMessages.at), desc(inboxMessages.id))
    .limit(shown)
  return rows.map(({ to, text, otp, link, at }) => ({
    to,
    text,
    ...(otp ? { otp } : {}),
    ...(link ? { link } : {}),
    at: at.toISOString(),
  }))
}
