import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { DoorPayment } from '#contract/staff/riders.ts'
import type { App } from '#server/app/api/createApp.ts'
import { type Connection, openConnection } from '#server/database/client/connect.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { riderPositions } from '#server/database/schema/deliveries.ts'
import { orderLines, orders } from '#server/database/schema/orders.ts'
import { payments, refunds } from '#server/database/schema/payments.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { noon } from '#tests/support/api/tests/notificationTest.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  orderRequest,
  placeOrder,
  readCart,
} from '#tests/support/api/tests/checkoutTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { deliverWebhook, webhooksOf } from '#tests/support/api/tests/paymentTest.ts'
import { type Answer, aPerson, aRider, staffCalls } from '#tests/support/api/tests/staffTest.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { addToCart, onSale, stockOf } from '#tests/support/shopper/givens.ts'

let fresh: FreshDatabase
let store: Connection
let api: App

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
  api = createTestApi(store.db, createTestDeps())
  await saveInitialStoreFacts(store.db, demoFacts)
})
beforeEach(() => setClock(() => noon))
afterAll(async () => {
  await store.close()
  await fresh.drop()
})

async function aCashOrder() {
  const buyer = await createBuyer(store.db)
  const productId = await onSale(store.db)
  await addToCart(store.db, buyer.userId, { productId })
  const body = orderRequest(buyer, await readCart(api, buyer))
  const { response } = await placeOrder(api, buyer, { body })
  const { order } = response.result as { order: { _id: string; orderID: string } }
  return { buyer, productId, orderId: order._id, number: order.orderID }
}

const historyOf = (orderId: string) =>
  store.db.$count(staffHistory, eq(staffHistory.subjectId, orderId))

describe('at the same moment', () => {
  test('two managers move one order: one does, and the other learns who was faster [board.1] [board.3]', async () => {
    for (let round = 0; round < 10; round++) {
      const { number, orderId } = await aCashOrder()
      const managers = [
        await aPerson(store.db, 'manager', { name: 'Ravi Rao' }),
        await aPerson(store.db, 'manager', { name: 'Asha Rao' }),
      ]
      const answers: Answer[] = await Promise.all(
        managers.map(({ token }) =>
          staffCalls(api, token)('POST', `/orders/${number}/move`, {
            move: 'markReady',
            from: 'new',
          }),
        ),
      )

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const winner = managers[answers.findIndex(({ status }) => status === 200)]
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body.msg).toBe(`${winner?.name ?? ''} marked ready before you`)
      expect(await historyOf(orderId)).toBe(1)
    }
  })

  test('one cancels what another hands over: the stock is counted once [board.3]', async () => {
    for (let round = 0; round < 10; round++) {
      const { number, orderId, productId } = await aCashOrder()
      const rider = await aRider(store.db)
      const { token } = await aPerson(store.db, 'owner')
      await store.db.update(orders).set({ packedAt: noon }).where(eq(orders.id, orderId))
      const ask = staffCalls(api, token)
      const path = `/orders/${number}/move`

      const [cancelled, handed] = await Promise.all([
        ask('POST', path, { move: 'cancel', from: 'ready', reason: 'Damaged' }),
        ask('POST', path, { move: 'handOver', from: 'ready', riderId: rider.agentId }),
      ])

      expect([cancelled.status, handed.status].sort()).toEqual([200, 409])
      expect((await stockOf(store.db, productId)).M).toBe(cancelled.status === 200 ? 5 : 4)
    }
  })

  test('one corrects the address of an order that another hands over: one does, and the other is told [board.6]', async () => {
    for (let round = 0; round < 10; round++) {
      const { number, orderId } = await aCashOrder()
      const rider = await aRider(store.db)
      const { token } = await aPerson(store.db, 'owner', { name: 'Lakshmi Iyer' })
      await store.db.update(orders).set({ packedAt: noon }).where(eq(orders.id, orderId))
      const ask = staffCalls(api, token)
      const address = { label: 'home', street: '7 Rajwada', city: 'Indore', postalCode: '452002' }

      const [corrected, handed] = await Promise.all([
        ask('POST', `/orders/${number}/address`, { from: 'ready', corrections: 0, address }),
        ask('POST', `/orders/${number}/move`, {
          ...{ move: 'handOver', from: 'ready', riderId: rider.agentId },
        }),
      ])

      // A correction that came first leaves the order ready, so it is handed over with the new address.
      expect(handed.status).toBe(200)
      const [order] = await store.db.select().from(orders).where(eq(orders.id, orderId))
      expect(order?.address.street).toBe(corrected.status === 200 ? '7 Rajwada' : '12 Scheme 78')
      if (corrected.status !== 200) {
        expect(corrected).toMatchObject({
          ...{ status: 409, body: { msg: 'Lakshmi Iyer handed over before you' } },
        })
      }
    }
  })

  test('two correct the address of one order: the second is told who did [board.6]', async () => {
    for (let round = 0; round < 10; round++) {
      const { number } = await aCashOrder()
      const { token } = await aPerson(store.db, 'support', { name: 'Ravi Rao' })
      const send = (street: string) =>
        staffCalls(api, token)('POST', `/orders/${number}/address`, {
          ...{ from: 'new', corrections: 0 },
          address: { label: 'home', street, city: 'Indore', postalCode: '452002' },
        })

      const answers = await Promise.all([send('7 Rajwada'), send('9 Rajwada')])

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.body.msg).toBe('Ravi Rao corrected the address before you')
    }
  })

  test('one person sends a move twice with one idempotency key: it is made once [board.3]', async () => {
    const { number, orderId } = await aCashOrder()
    const { token } = await aPerson(store.db, 'owner')
    const send = () =>
      api.request(`/api/staff/orders/${number}/move`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'one-tap-of-a-person',
        },
        body: JSON.stringify({ move: 'startPacking', from: 'new' }),
      })

    const answers = await Promise.all([send(), send(), send()])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await historyOf(orderId)).toBe(1)
  })

  test('cash is taken while a UPI code is paid: one counts, and the other is refused or refunded [rider.4]', async () => {
    for (let round = 0; round < 5; round++) {
      const { number, orderId } = await aCashOrder()
      const owner = staffCalls(api, (await aPerson(store.db, 'owner')).token)
      const rider = await aRider(store.db)
      const asRider = staffCalls(api, rider.token)
      const path = `/orders/${number}/move`
      await owner('POST', path, { move: 'markReady', from: 'new' })
      await owner('POST', path, { move: 'handOver', from: 'ready', riderId: rider.agentId })
      await asRider('POST', path, { move: 'startDelivery', from: 'withRider' })
      const opened = await asRider<DoorPayment>('POST', `/orders/${number}/door-payment`, {})
      const { url, amountPaise } = opened.body.result
      await api.request(new URL(url ?? '').pathname, { method: 'POST' })
      const webhooks = await webhooksOf(store.db)

      const [delivered] = await Promise.all([
        asRider('POST', path, { move: 'deliver', from: 'onTheWay', collectedPaise: amountPaise }),
        ...webhooks.map((webhook) => deliverWebhook(api, webhook)),
      ])

      const paid = await store.db.select().from(payments).where(eq(payments.orderId, orderId))
      const captured = paid.filter(({ status }) => status === 'captured')
      const refunded = await store.db.$count(refunds, eq(refunds.orderId, orderId))
      expect(captured.length - refunded).toBe(1)
      expect(delivered.status).toBe(refunded === 0 ? 409 : 200)
    }
  })

  test('an order is delivered while its rider’s phone says where it is: no position stays [rider.8]', async () => {
    for (let round = 0; round < 5; round++) {
      const { number, orderId } = await aCashOrder()
      const owner = staffCalls(api, (await aPerson(store.db, 'owner')).token)
      const rider = await aRider(store.db)
      const asRider = staffCalls(api, rider.token)
      const path = `/orders/${number}/move`
      await owner('POST', path, { move: 'markReady', from: 'new' })
      await owner('POST', path, { move: 'handOver', from: 'ready', riderId: rider.agentId })
      await asRider('POST', path, { move: 'startDelivery', from: 'withRider' })

      await Promise.all([
        owner('POST', path, { move: 'deliver', from: 'onTheWay' }),
        ...[1, 2, 3].map((step) =>
          asRider('PUT', '/position', { latitude: 22.75 + step / 1000, longitude: 75.89 }),
        ),
      ])

      const isOfOrder = eq(riderPositions.orderId, orderId)
      expect(await store.db.$count(riderPositions, isOfOrder)).toBe(0)
    }
  })

  test('the customer withdraws a return while the rider checks it: one counts [rider.5]', async () => {
    for (let round = 0; round < 5; round++) {
      const { number, orderId, buyer } = await aCashOrder()
      const owner = staffCalls(api, (await aPerson(store.db, 'owner')).token)
      const rider = await aRider(store.db)
      for (const to of ['Shipped', 'On the way', 'Delivered'] as const)
        await transitionOrder(store.db, { orderId, to, by: 'courier' })
      const [line] = await store.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
      const lineId = line?.id ?? ''
      const asBuyer = (call: string, body: object) =>
        api.request(`/api/orders/${call}`, withToken(buyer.token, 'PATCH', body))
      await asBuyer('return', {
        orderId,
        returnData: [{ orderItemId: lineId, returnReason: 'Other', returnPhotos: [] }],
        action: 'returnProduct',
      })
      await owner('POST', `/orders/${number}/pickup`, { riderId: rider.agentId })
      const taken = { item: 1, from: 'Return Requested', outcome: 'taken', finding: 'fine' }

      const [checked, withdrawn] = await Promise.all([
        staffCalls(api, rider.token)('POST', `/orders/${number}/pickup/check`, {
          ...{ move: 'check', items: [taken] },
        }),
        asBuyer('withdraw-return', { orderId, orderItemId: lineId }),
      ])

      expect([checked.status, withdrawn.status].toSorted()).toEqual([200, 409])
      const [after] = await store.db.select().from(orderLines).where(eq(orderLines.id, lineId))
      expect(after?.status).toBe(checked.status === 200 ? 'Return Accepted' : 'Return Cancelled')
    }
  })
})
