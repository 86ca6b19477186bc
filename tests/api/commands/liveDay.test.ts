import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { demoFacts } from '#server/demo/demoFacts.ts'
import type { AdminProduct } from '#server/features/catalogue/products/product.ts'
import { agent, adminOrderOf } from '#tests/support/api/tests/commandTest.ts'
import { aLiveShopper } from '#tests/support/shopper/liveShopper.ts'
import { startLiveStore } from '#tests/support/server/liveStore.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

/** A day of a live store, moved only by customers' calls and the command line. */
let store: Awaited<ReturnType<typeof startLiveStore>>
let folder: string

const csv = `code,name,brand,category,gender,mrp,price,sizes,stock,origin,maker,makerAddress,netQuantity,careContact
AT-1,Indigo kurta,Asha,Kurtas,Women,1599,799.50,S|M|L,S:9|M:9|L:9,India,Asha Textiles,"14 Mill Road, Surat",1 piece,care@asha.example
`
const warehouse = [
  ...['--name', 'Pehno Bhopal', '--city', 'Bhopal', '--state', 'Madhya Pradesh', '--try-and-buy'],
  ...['--latitude', '23.2599', '--longitude', '77.4126', '--radius', '20', '--minutes', '45'],
]

async function done(...words: string[]) {
  const ran = await runStoreCommand(...words)
  expect(ran, words.join(' ')).toMatchObject({ code: 0 })
  return ran
}

const stock = async () =>
  (await done('stock', 'show', 'AT-1', '--json')).json<AdminProduct>().stock.bhopal ?? {}

beforeAll(async () => {
  store = await startLiveStore()
  folder = mkdtempSync(join(tmpdir(), 'pehno-day-'))
  useSettings()
  const [products, facts] = [join(folder, 'products.csv'), join(folder, 'facts.json')]
  writeFileSync(products, csv)
  writeFileSync(facts, JSON.stringify(demoFacts))
  await done('facts', 'set', facts)
  await done('warehouse', 'add', 'bhopal', ...warehouse)
  await done('catalogue', 'import', products, '--strict')
}, 60_000)
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(useSettings)

function useSettings() {
  for (const [name, value] of Object.entries(store.settings)) vi.stubEnv(name, value)
}

const waitForState = new Set(['delivered', 'refused', 'cancel', 'received'])
async function steps(number: string, ...names: string[]) {
  for (const name of names) {
    const more = name === 'send' ? agent : waitForState.has(name) ? ['--yes'] : []
    await done('order', name, number, ...more)
  }
}

/** Orders whose refund is due; the store sends refunds every 20 seconds. */
const refunded: string[] = []

async function expectRefund(number: string, refund: object) {
  refunded.push(number)
  expect((await adminOrderOf(number)).refunds).toMatchObject([{ provider: 'sandbox', ...refund }])
}

describe('in live mode, by the command line', { timeout: 90_000 }, () => {
  test('a prepaid order is delivered, returned and refunded through Razorpay’s interface [ops.1] [order.7] [order.11]', async () => {
    const shopper = await aLiveShopper(store, '9826000001')
    const before = await stock()
    const { _id: id, orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })

    await steps(number, 'pack', 'send', 'on-the-way', 'delivered')
    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Delivered',
      paymentStatus: 'paid',
    })
    await shopper.requestReturn(id)
    await done('return', 'accept', number, '--yes')
    await done('return', 'received', number, '--yes')

    await expectRefund(number, { amountPaise: 799_50, reason: 'returned' })
    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Returned',
      refund: { amount: 799_50 },
    })
    expect(await stock()).toEqual(before)
  })

  test('a cash on delivery order is paid and exchanged, and only commands move it [ops.1] [order.7]', async () => {
    const shopper = await aLiveShopper(store, '9826000002')
    const before = await stock()
    const wanted = { paymentMethod: 'cash on delivery' } as const
    const { _id: id, orderID: number } = await shopper.order(wanted)

    await steps(number, 'pack', 'send', 'on-the-way')
    const delivered = await done('order', 'delivered', number, '--yes')
    expect(delivered.out).toBe(`${number} is delivered, and ₹799.50 is paid.`)
    await shopper.requestExchange(id, 'L')
    await done('exchange', 'accept', number, '--yes')
    await done('exchange', 'received', number, '--yes')

    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Exchanged',
      paymentStatus: 'paid',
    })
    expect(await stock()).toEqual({ ...before, L: (before.L ?? 0) - 1 })
  })

  test('a Try & Buy order is tried on, and items not kept are returned [ops.1] [bag.7] [order.11]', async () => {
    const shopper = await aLiveShopper(store, '9826000003')
    const before = await stock()
    const wanted = { paymentMethod: 'prepaid', trialSize: 'L' } as const
    const { _id: id, orderID: number } = await shopper.order(wanted)
    const reservedStock = await stock()

    await steps(number, 'pack', 'send', 'on-the-way', 'arrived', 'trial')
    await done('order', 'settle', number, '--keep', '1=L', '--yes')
    await steps(number, 'delivered')

    expect(reservedStock).toEqual({ ...before, M: (before.M ?? 0) - 1, L: (before.L ?? 0) - 1 })
    expect(await stock()).toEqual({ ...before, L: (before.L ?? 0) - 1 })
    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Delivered',
      products: [{ soldSize: 'L' }],
    })
  })

  test('an order refused at the door is cancelled and refunded [ops.1] [order.7] [order.11]', async () => {
    const shopper = await aLiveShopper(store, '9826000004')
    const before = await stock()
    const { _id: id, orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })

    await steps(number, 'send', 'on-the-way', 'refused')

    await expectRefund(number, { amountPaise: 799_50, reason: 'cancelled' })
    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Cancelled',
      refund: { amount: 799_50 },
    })
    expect(await stock()).toEqual(before)
  })

  test('an order is cancelled before dispatch and refunded [ops.1] [order.11]', async () => {
    const shopper = await aLiveShopper(store, '9826000005')
    const { orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })

    await steps(number, 'pack', 'cancel')

    await expectRefund(number, { amountPaise: 799_50, reason: 'cancelled' })
  })

  test('every refund reaches Razorpay, which pays it out [ops.1] [order.11]', async () => {
    await vi.waitFor(
      async () => {
        const orders = []
        for (const number of refunded) orders.push(await adminOrderOf(number))
        const states = orders.flatMap(({ refunds }) => refunds.map(({ status }) => status))
        expect(states).toEqual(['processed', 'processed', 'processed'])
      },
      { timeout: 60_000, interval: 1000 },
    )
  })
})
