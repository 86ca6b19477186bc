import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'

import { type App } from '#server/app/api/createApp.ts'
import { type Database, openConnection } from '#server/database/client/connect.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { purchaseTerms } from '#server/database/schema/storefront.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import type { AdminOrder } from '#server/features/orders/adminOrders.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { createBuyer, type Buyer, orderRequest, readCart, placeOrder } from './checkoutTest.ts'
import { freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { addToCart, onSale, stockOf as readStock } from '#tests/support/shopper/givens.ts'
import { startedPaymentOf, payInWindow, verify } from './paymentTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

type CommandStore = { db: Database; api: App; url: string }

/** A store for this test file alone, for commands and API calls; a trial costs ₹99. */
export function commandStore(): CommandStore {
  const store = {} as CommandStore
  let close = async () => {}
  beforeAll(async () => {
    const fresh = await freshDatabase()
    const connection = openConnection(fresh.url)
    Object.assign(store, {
      db: connection.db,
      api: createTestApi(connection.db, createTestDeps()),
      url: fresh.url,
    })
    close = () => connection.close().then(fresh.drop)
    await saveInitialStoreFacts(store.db, demoFacts)
    const terms = { purchaseType: 'Try and Buy' as const, chargePaise: 99_00, conditions: '' }
    await store.db.insert(purchaseTerms).values(terms)
  })
  afterAll(() => close())
  beforeEach(() => {
    vi.stubEnv('DATABASE_URL', store.url)
  })
  afterEach(() => setClock())
  return store
}

export type Ordered = { buyer: Buyer; number: string; orderId: string; productId: string }
type Order = { _id: string; orderID: string }

/** Places a cash on delivery order of one kurta in M for ₹999. */
export async function placeCashOrder({ db, api }: CommandStore): Promise<Ordered> {
  const buyer = await createBuyer(db)
  const productId = await onSale(db)
  await addToCart(db, buyer.userId, { productId })
  const { response } = await placeOrder(api, buyer, {
    body: orderRequest(buyer, await readCart(api, buyer)),
  })
  const { order } = response.result as { order: Order }
  return { buyer, productId, number: order.orderID, orderId: order._id }
}

/** Places a prepaid order of one kurta for each entry; an entry with a trial size is Try & Buy. */
export async function placePrepaidOrder(
  { db, api }: CommandStore,
  ...trialSizes: (string | undefined)[]
): Promise<Ordered> {
  const buyer = await createBuyer(db)
  let productId = ''
  for (const trialSize of trialSizes) {
    productId = await onSale(db, { name: `Kurta ${trialSize ?? ''}` })
    await addToCart(db, buyer.userId, { productId, ...(trialSize ? { trialSize } : {}) })
  }
  const cart = await readCart(api, buyer)
  const trialPaise = trialSizes.some(Boolean) ? 99_00 : 0
  const totalAmount = cart.totalAmount * 100 + trialPaise
  const body = orderRequest(buyer, cart, { paymentMethod: 'prepaid', totalAmount })
  const startedPayment = startedPaymentOf(await placeOrder(api, buyer, { body }))
  await verify(api, buyer, (await payInWindow(api, startedPayment)).response)
  return {
    buyer,
    productId,
    number: startedPayment.order.orderID,
    orderId: startedPayment.order._id,
  }
}

export const stockOf = ({ db }: CommandStore, productId: string) => readStock(db, productId)

export const adminOrderOf = async (number: string) =>
  (await runStoreCommand('order', 'show', number, '--json')).json<AdminOrder>()

export const agent = ['--agent', 'Ravi Solanki', '--phone', '+91 60000 10101']
/** Commands that ask for confirmation. */
const confirmedCommands = new Set(['settle', 'paid', 'delivered', 'cancel', 'refused'])

/** Runs the steps of an order one after the other and expects each to succeed. */
export async function runSteps(number: string, ...names: string[]) {
  for (const name of names) {
    const more = name === 'send' ? agent : confirmedCommands.has(name) ? ['--yes'] : []
    const ran = await runStoreCommand('order', name, number, ...more)
    expect(ran, name).toMatchObject({ code: 0, err: '' })
  }
}
