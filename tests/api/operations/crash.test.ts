import { expect, test } from 'vitest'

import { createBuyer } from '#tests/support/api/tests/checkoutTest.ts'
import { createOwnDatabase, connectInside } from '#tests/support/shopper/ownDatabase.ts'
import { onSale } from '#tests/support/shopper/givens.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { readSoldOrders, expectedOrdersOf } from '#tests/support/concurrency/soldOrders.ts'
import { type RunningStore, startStore } from '#tests/support/server/startStore.ts'
import { type Confirmed, keepShopping } from '#tests/support/concurrency/keepShopping.ts'

const { kills } = proofScale
const shoppers = 6
/** Orders confirmed between two kills, so that each kill interrupts open orders. */
const ordersBetweenKills = 15
const onHand = 100_000

test(
  'a store killed while it takes orders loses and duplicates no confirmed order [safe.1] [ops.2] [checkout.8]',
  async ({ onTestFinished }) => {
    const place = await createOwnDatabase()
    onTestFinished(place.drop)
    let store = await startStore(place.settings)
    onTestFinished(() => store.stop())
    const { buyers, productId } = await connectInside(place.settings, async (db) => ({
      productId: await onSale(db, { stock: { M: onHand } }),
      buyers: await Promise.all(Array.from({ length: shoppers }, () => createBuyer(db))),
    }))

    const confirmed: Confirmed[] = []
    const isOver = () => confirmed.length >= (kills + 1) * ordersBetweenKills
    const shopping = buyers.map((buyer) =>
      keepShopping({ buyer, productId, confirmed, isOver, origin: () => store.origin }),
    )
    for (let kill = 1; kill <= kills; kill++) {
      await until(() => confirmed.length >= kill * ordersBetweenKills)
      store = await killed(store, place.settings)
    }
    await Promise.all(shopping)

    const found = await connectInside(place.settings, (db) => readSoldOrders(db, buyers, productId))
    expect(found).toEqual(expectedOrdersOf(confirmed, onHand))
  },
  proofTimeoutMs,
)

/** The store is down, so connections are refused. */
async function killed(store: RunningStore, settings: Record<string, string>) {
  await store.kill()
  return startStore(settings)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}
