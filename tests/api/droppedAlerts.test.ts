import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import type { PushMessage } from '#contract/notification.ts'
import { products } from '#server/database/schema/catalogue.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import { sendProductAlerts } from '#server/jobs/productAlerts.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { night, nineAm, restockSize, test } from '#tests/support/api/notificationTest.ts'

test('a product alert is dropped when it is no longer true at sending, and waits for the next time [product.7] [pwa.14]', async ({
  db,
  kurta,
  subscribe,
  requestAlert,
  deliver,
}) => {
  await subscribe()
  await requestAlert({ kind: 'restock', size: 'L' })
  await requestAlert({ kind: 'price' })
  const priceOf = (pricePaise: number) =>
    db.update(products).set({ pricePaise }).where(eq(products.id, kurta))
  const [{ pricePaise: before = 0 } = {}] = await db.select().from(products)
  setClock(() => night)
  await restockSize(db)
  await priceOf(before - 100)
  await sendProductAlerts(db)
  expect(await deliver()).toEqual([])

  await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.size, 'L'))
  await priceOf(before)
  setClock(() => nineAm)
  expect(await deliver()).toEqual([])

  await restockSize(db)
  await priceOf(before - 50)
  await sendProductAlerts(db)
  const arrived = (await deliver()).map(({ payload }) => payload as PushMessage)
  expect(arrived.map(({ notification }) => notification.title).sort()).toEqual([
    'Back in stock',
    'Price drop',
  ])
})
