import { and, desc, eq, ilike, lt, or } from 'drizzle-orm'

import type { HistoryEntry, HistoryQuery } from '#contract/staff/people.ts'
import type { Database } from '#server/database/client/connect.ts'
import { staffHistory } from '#server/database/schema/staff.ts'

const perPage = 50

/** What the staff and the command line changed, newest first, with the cursor of the next page. */
export async function readHistory(
  db: Database,
  { subject, search, cursor }: HistoryQuery,
): Promise<{ data: HistoryEntry[]; cursor: string | null }> {
  const words = (search ?? '').split(/\s+/).filter(Boolean)
  const rows = await db
    .select()
    .from(staffHistory)
    .where(
      and(
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

function isAbout(word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const { name, action, by } = staffHistory
  return or(ilike(name, pattern), ilike(action, pattern), ilike(by, pattern))
}
