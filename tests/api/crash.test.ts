import { expect, test } from 'vitest'

import { aBuyer } from '#tests/support/api/checkoutTest.ts'
import { aPlace, inside } from '#tests/support/shopper/ownPlace.ts'
import { onSale } from '#tests/support/shopper/givens.ts'
import { proofScale, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { readSold, soldBy } from '#tests/support/concurrency/soldOrders.ts'
import { type RunningStore, startStore } from '#tests/support/server/startStore.ts'
import { type Confirmed, shopOn } from '#tests/support/concurrency/shopOn.ts'

const { kills } = proofScale
const shoppers = 6
/** Orders confirmed between two kills, so that each kill interrupts open orders. */
const ordersBetweenKills = 15
const onHand = 100_000

test(
  'a store killed while it takes orders loses none it confirmed and doubles none [safe.1] [ops.2] [checkout.8]',
  async ({ onTestFinished }) => {
    const place = await aPlace()
    onTestFinished(place.leave)
    let store = await startStore(place.settings)
    onTestFinished(() => store.stop())
    const { buyers, productId } = await inside(place.settings, async (db) => ({
      productId: await onSale(db, { stock: { M: onHand } }),
      buyers: await Promise.all(Array.from({ length: shoppers }, () => aBuyer(db))),
    }))

    const confirmed: Confirmed[] = []
    const isOver = () => confirmed.length >= (kills + 1) * ordersBetweenKills
    const shopping = buyers.map((buyer) =>
      shopOn({ buyer, productId, confirmed, isOver, origin: () => store.origin }),
    )
    for (let kill = 1; kill <= kills; kill++) {
      await until(() => confirmed.length >= kill * ordersBetweenKills)
      store = await killed(store, place.settings)
    }
    await Promise.all(shopping)

    const found = await inside(place.settings, (db) => readSold(db, buyers, productId))
    expect(found).toEqual(soldBy(confirmed, onHand))
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
