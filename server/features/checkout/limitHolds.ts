import { rules } from '#contract/rules.ts'
import type { UserStore } from '#server/platform/answers.ts'
import { limitRate } from '#server/platform/limitRate.ts'

const withinMs = 60 * 60 * 1000

/** Who holds pieces again and again without paying keeps them from others. */
export function limitHolds({ db, userId }: UserStore): Promise<void> {
  const limit = { bucket: `holds:${userId}`, most: rules.payment.holdsHourly, withinMs }
  return limitRate(db, limit, 'You have begun many payments. Please try again later.')
}
