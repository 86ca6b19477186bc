import { and, asc, eq, gt, lte } from 'drizzle-orm'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import { heldIds } from '#server/database/heldIds.ts'
import { payments } from '#server/database/paymentTables.ts'
import { clock } from '#server/platform/clock.ts'
import { inHands } from '#server/platform/inHands.ts'
import type { PaymentProvider, ProviderPayment } from '#server/platform/paymentProvider.ts'
import { settleLink } from './settleLink.ts'
import { type PaymentRow, settlePayment } from './settlePayment.ts'

const { askRarelyMs, askForMs } = rules.payment
const mostInARound = 200

/**
 * Two windows can pay for one order, and the news of the second be lost: what is paid is asked about
 * again, each time after twice as long, and all that was captured beside the first goes back.
 */
export async function askPaidAgain(db: Database, provider: PaymentProvider): Promise<void> {
  await inHands(8, await takeDue(db, provider), async (paid) => {
    const captured = await readCaptured(provider, paid)
    for (const payment of captured) {
      if (paid.kind === 'link') await settleLink(db, paid.providerOrderId ?? '', payment)
      else await settlePayment(db, payment)
    }
    await db
      .update(payments)
      .set({ askAt: nextTime(paid), checkedAt: clock.now() })
      .where(eq(payments.id, paid.id))
  })
}

/** Each is taken by one process; where the provider is away it is due again after a while. */
function takeDue(db: Database, provider: PaymentProvider): Promise<PaymentRow[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        lte(payments.askAt, clock.now()),
        gt(payments.createdAt, clock.later(-3 * askForMs)),
        eq(payments.provider, provider.name),
      ),
    )
    .orderBy(asc(payments.askAt))
    .limit(mostInARound)
  return db
    .update(payments)
    .set({ askAt: clock.later(askRarelyMs) })
    .where(eq(payments.id, heldIds(payments, due)))
    .returning()
}

/** What is only authorised is left to lapse: the order has its payment. */
async function readCaptured(
  provider: PaymentProvider,
  { kind, providerOrderId }: PaymentRow,
): Promise<ProviderPayment[]> {
  const id = providerOrderId ?? ''
  const orderId = kind === 'link' ? (await provider.readLink(id)).order_id : id
  if (!orderId) return []
  const found = await provider.readOrderPayments(orderId)
  return found.filter(({ status }) => status === 'captured')
}

/** Nobody pays days after the order was paid; the last question is asked when that time is over. */
function nextTime({ capturedAt, createdAt }: PaymentRow): Date | null {
  const agoMs = clock.now().getTime() - (capturedAt ?? createdAt).getTime()
  return agoMs > askForMs ? null : clock.later(agoMs)
}
