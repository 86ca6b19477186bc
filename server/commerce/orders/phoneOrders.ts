import { eq } from 'drizzle-orm'

import { arrivalText } from '#contract/delivery/deliveryPromise.ts'
import { trackingPath } from '#contract/pages/paths.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { OrderRow } from '#server/database/schema/orders.ts'
import { users } from '#server/database/schema/users.ts'
import { enqueueSms } from '#server/platform/messaging/smsQueue.ts'
import { enqueuePush } from '#server/platform/push/pushQueue.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { readStoreTerms } from '#server/commerce/storeFacts.ts'

type PlacedOrder = Pick<OrderRow, 'id' | 'userId' | 'promisedBy'>

/**
 * Tells a customer on the phone that the order is placed, with its page. By text message, because many of them have never
 * used the shop, and by push where they have. Neither has amounts, names or addresses: a lock screen shows both.
 */
export async function confirmPhoneOrder(
  tx: Database,
  { id, userId, promisedBy }: PlacedOrder,
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  const terms = await readStoreTerms(tx)
  const arrival = promisedBy && `It arrives ${arrivalText(promisedBy, clock.now(), terms)}.`
  const body = ['We’ve placed your order.', arrival].filter(Boolean).join(' ')
  const path = trackingPath(id)
  await enqueuePush(tx, {
    ...{ userId, topic: 'orders' },
    text: { title: 'Your order is placed', body, path, tag: `order-${id}` },
    cause: `order:${id}:placed`,
  })
  if (!user?.contactNumber) return
  await enqueueSms(tx, {
    to: user.contactNumber,
    text: `${body} Track it here:`,
    ...{ path, cause: `order:${id}:placed-sms` },
  })
}
