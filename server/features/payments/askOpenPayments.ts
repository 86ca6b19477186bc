import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { inHands } from '#server/platform/inHands.ts'
import type { PaymentProvider } from '#server/platform/paymentProvider.ts'
import { askLink } from './askLink.ts'
import { askPayment } from './askPayment.ts'

const { askMs, askRarelyMs, askForMs } = rules.payment
const atOnce = 8
const mostInARound = 500

/**
 * Asks the provider about every payment that nobody has told us the end of: often while it is new,
 * rarely later, and no more after a few days.
 */
export async function askOpenPayments(db: Database, provider: PaymentProvider): Promise<void> {
  const open = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, 'created'),
        eq(payments.provider, provider.name),
        inArray(payments.kind, ['checkout', 'link']),
        isNotNull(payments.providerOrderId),
        gt(payments.createdAt, clock.later(-askForMs)),
        isDue(),
      ),
    )
    .orderBy(sql`${payments.checkedAt} asc nulls first`, asc(payments.id))
    .limit(mostInARound)
  await inHands(atOnce, open, ({ kind, providerOrderId }) =>
    kind === 'link'
      ? askLink(db, provider, providerOrderId ?? '')
      : askPayment(db, provider, providerOrderId ?? ''),
  )
}

/** The hour after the shopper was last at it is when it usually ends. */
function isDue() {
  const begun = sql`coalesce(${payments.linkSentAt}, ${payments.createdAt})`
  const asked = sql`coalesce(${payments.checkedAt}, ${begun})`
  const at = (ms: number) => clock.later(-ms).toISOString()
  const isNew = sql`${begun} > ${at(2 * askRarelyMs)}::timestamptz`
  const isAskedLately = sql`${asked} <= ${at(askMs)}::timestamptz`
  return or(and(isNew, isAskedLately), lte(asked, sql`${at(askRarelyMs)}::timestamptz`))
}
