import { createHash } from 'node:crypto'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { limitRate } from '#server/platform/limitRate.ts'

const hourMs = 60 * 60 * 1000

/** The buckets name nobody. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** How many complaints come from one address, and of one number. */
export async function limitComplaints(db: Database, address: string, contactNumber: string) {
  const sentence = 'We have several complaints of yours already. Please write to us or call.'
  for (const bucket of [`complaint:${hashOf(address)}`, `complaint:${hashOf(contactNumber)}`]) {
    await limitRate(db, { bucket, most: rules.limits.complaints, withinMs: hourMs }, sentence)
  }
}

export async function limitVitals(db: Database, address: string) {
  const limit = { bucket: `vitals:${hashOf(address)}`, most: rules.limits.vitals }
  await limitRate(db, { ...limit, withinMs: hourMs }, 'That is enough for now')
}
