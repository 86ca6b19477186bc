import { randomInt } from 'node:crypto'

import type { Complaint } from '#contract/storeFacts.ts'
import type { Database } from '#server/database/connect.ts'
import { complaints } from '#server/database/supportTables.ts'
import { clock } from '#server/platform/clock.ts'

/** Letters and digits that nobody takes for each other. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

/** Writes a complaint down. Gives the ticket by which both sides find it again. */
export async function complain(db: Database, complaint: Complaint): Promise<string> {
  const ticket = newTicket()
  await db.insert(complaints).values({ ...complaint, ticket, createdAt: clock.now() })
  return ticket
}

function newTicket(): string {
  const drawn = Array.from({ length }, () => letters[randomInt(letters.length)])
  return `C-${drawn.join('')}`
}
