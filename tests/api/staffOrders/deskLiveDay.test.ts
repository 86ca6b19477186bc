import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { CashHandover, CashSheet, RiderShift } from '#contract/staff/riders.ts'
import type { MoveOrder, Rider, StaffOrder } from '#contract/staff/board.ts'
import { openConnection } from '#server/database/client/connect.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { startLiveStore } from '#tests/support/server/liveStore.ts'
import { startPushService } from '#tests/support/server/pushService.ts'
import { aLiveShopper } from '#tests/support/shopper/liveShopper.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { BoardState, OrderMove } from '#contract/staff/orderMoves.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import { type Answer, staffCalls } from '#tests/support/api/tests/staffTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'

type LiveStore = Pick<Awaited<ReturnType<typeof startLiveStore>>, 'origin' | 'readOtp'>

type LivePerson = {
  call: <Result>(method: string, path: string, body?: object) => Promise<Result>
  /** Sends a call that may be refused. */
  ask: ReturnType<typeof staffCalls>
  /** Makes moves from the state that the order is in. */
  move: (number: string, ...moves: (OrderMove | Omit<MoveOrder, 'from'>)[]) => Promise<void>
}

/** Logs a person of a live store's staff in with the OTP of a text message. */
async function logInToDesk({ origin, readOtp }: LiveStore, phone: string): Promise<LivePerson> {
  const api = {
    request: (path: string | Request | URL, init?: RequestInit) =>
      fetch(`${origin}${String(path)}`, init),
  }
  const anonymous = async <Result>(path: string, body: object): Promise<Result> => {
    const response = await api.request(`/api/staff/${path}`, jsonRequest('POST', body))
    return resultOf(path, { status: response.status, body: await response.json() })
  }
  await anonymous('login', { contactNumber: phone })
  // It is sent after the answer, which is the same for an unknown number.
  const otp = await vi.waitUntil(() => readOtp(phone), { timeout: 10_000 })
  const { token, person } = await anonymous<{ token: string; person: StaffPerson }>('verify-otp', {
    ...{ contactNumber: phone, otp },
  })
  const ask = staffCalls(api, token)
  const call = async <Result>(method: string, path: string, body?: object) =>
    resultOf<Result>(path, await ask<Result>(method, path, body))

  /** Riders have a list of what they carry, and no order page. */
  const stateOf = async (number: string): Promise<BoardState> => {
    if (person.role !== 'rider') return (await call<StaffOrder>('GET', `/orders/${number}`)).state
    const { deliveries } = await call<RiderShift>('GET', '/deliveries')
    const delivery = deliveries.find((carried) => carried.number === number)
    if (!delivery) throw new Error(`${person.name} does not carry ${number}`)
    return delivery.state
  }

  return {
    ask,
    call,
    move: async (number, ...moves) => {
      let from = await stateOf(number)
      for (const move of moves) {
        const details = typeof move === 'string' ? { move } : move
        const path = `/orders/${number}/move`
        from = (await call<StaffOrder>('POST', path, { ...details, from })).state
      }
    },
  }
}

function resultOf<Result>(path: string, { status, body }: Answer<Result>): Result {
  if (status !== 200) throw new Error(`${path}: ${status} ${body.msg}`)
  return body.result
}

/** Adds a person through the desk, who then logs in. */
async function hire(
  store: LiveStore,
  owner: LivePerson,
  person: { name: string; contactNumber: string; role: StaffRole },
): Promise<LivePerson> {
  await owner.call('POST', '/people', { ...person, warehouseIds: ['bhopal'] })
  return logInToDesk(store, person.contactNumber)
}

/** The id under which orders are handed to a rider. */
async function riderIdOf(person: LivePerson, name: string): Promise<string> {
  const { data } = await person.call<{ data: Rider[] }>('GET', '/riders')
  return data.find((rider) => rider.name === name)?.id ?? ''
}

/** A day of a live store, moved only by customers' calls and by the desk. */
let store: Awaited<ReturnType<typeof startLiveStore>>
let [owner, packer, ravi, suresh]: LivePerson[] = []
let riderIds: { ravi: string; suresh: string }

const csv = `code,name,brand,category,gender,mrp,price,sizes,stock,origin,maker,makerAddress,netQuantity,careContact
AT-1,Indigo kurta,Asha,Kurtas,Women,1599,799.50,S|M|L,S:9|M:20|L:20,India,Asha Textiles,"14 Mill Road, Surat",1 piece,care@asha.example
`
const warehouse = [
  ...['--name', 'Pehno Bhopal', '--city', 'Bhopal', '--state', 'Madhya Pradesh', '--try-and-buy'],
  ...['--latitude', '23.2599', '--longitude', '77.4126', '--radius', '20', '--minutes', '45'],
]

async function done(...words: string[]) {
  expect(await runStoreCommand(...words), words.join(' ')).toMatchObject({ code: 0 })
}

beforeAll(async () => {
  store = await startLiveStore()
  for (const [name, value] of Object.entries(store.settings)) vi.stubEnv(name, value)
  const folder = mkdtempSync(join(tmpdir(), 'pehno-desk-'))
  const [products, facts] = [join(folder, 'products.csv'), join(folder, 'facts.json')]
  writeFileSync(products, csv)
  writeFileSync(facts, JSON.stringify(demoFacts))
  await done('facts', 'set', facts)
  await done('warehouse', 'add', 'bhopal', ...warehouse)
  await done('catalogue', 'import', products, '--strict')
  rmSync(folder, { recursive: true })
  const [name, phone] = ['Lakshmi Iyer', '9811000001']
  await done('staff', 'add', '--name', name, '--phone', phone, '--role', 'owner')
  owner = await logInToDesk(store, phone)
  packer = await hire(store, owner, {
    ...{ name: 'Asha Rao', contactNumber: '9811000002', role: 'packer' },
  })
  ravi = await hire(store, owner, {
    ...{ name: 'Ravi Rao', contactNumber: '9811000003', role: 'rider' },
  })
  suresh = await hire(store, owner, {
    ...{ name: 'Suresh Patel', contactNumber: '9811000004', role: 'rider' },
  })
  riderIds = {
    ravi: await riderIdOf(owner, 'Ravi Rao'),
    suresh: await riderIdOf(owner, 'Suresh Patel'),
  }
}, 90_000)
afterAll(() => store.stop())

const soon = { timeout: 30_000, interval: 100 }

/** The packer packs an order and hands it to Ravi, who takes it on the way. */
async function sendOut(number: string) {
  await packer?.move(number, 'startPacking', 'markReady', {
    ...{ move: 'handOver', riderId: riderIds.ravi },
  })
  await ravi?.move(number, 'startDelivery')
}

describe('in live mode, by the desk and the riders’ phones', { timeout: 90_000 }, () => {
  test('a prepaid order is packed, delivered and partly refunded as goodwill [board.5] [ops.1]', async () => {
    const shopper = await aLiveShopper(store, '9826100001')
    const { _id: id, orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })
    await sendOut(number)
    await ravi?.move(number, 'deliver')
    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Delivered',
      paymentStatus: 'paid',
    })

    const refund = { amountPaise: 100_00, reason: 'late', refundedPaise: 0 }
    const order = await owner?.call<StaffOrder>('POST', `/orders/${number}/refunds`, refund)

    expect(order?.refunds).toMatchObject([
      { reason: 'late', amountPaise: 100_00, status: expect.stringMatching(/pending|processed/) },
    ])
  })

  test('what happens is pushed to the browsers of the shopper and of the packer, encrypted for each [pwa.9] [board.1] [ops.1]', async ({
    onTestFinished,
  }) => {
    const service = await startPushService()
    onTestFinished(async () => void (await service.close()))
    const [phone, tablet] = [service.browser('shopper'), service.browser('packer')]
    const shopper = await aLiveShopper(store, '9826100007')
    await shopper.subscribe(phone.subscription)
    await packer?.call('POST', '/push/subscribe', { subscription: tablet.subscription })
    const { db, close } = openConnection(store.settings.DATABASE_URL)
    await service.redirect(db).finally(close)

    const { orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })
    await vi.waitFor(() => expect(tablet.titles()).toEqual(['New order']), soon)
    await sendOut(number)
    await ravi?.move(number, 'deliver')

    await vi.waitFor(() => {
      expect(phone.titles()).toEqual(
        expect.arrayContaining(['Order shipped', 'Order on the way', 'Order delivered']),
      )
    }, soon)
    expect(tablet.titles()).toEqual(['New order'])
  })

  test('cash is collected, handed over and counted, and the sheet adds up [rider.4] [ops.1]', async () => {
    const shopper = await aLiveShopper(store, '9826100002')
    const wanted = { paymentMethod: 'cash on delivery' } as const
    const { _id: id, orderID: number } = await shopper.order(wanted)
    await sendOut(number)
    const wrong = { move: 'deliver', from: 'onTheWay', collectedPaise: 700_00 }
    expect(await ravi?.ask('POST', `/orders/${number}/move`, wrong)).toMatchObject({ status: 400 })

    await ravi?.move(number, { move: 'deliver', collectedPaise: 799_50 })

    expect(await shopper.read(id)).toMatchObject({ paymentStatus: 'paid' })
    type Cash = { sheets: CashSheet[]; handovers: CashHandover[] }
    const cash = await ravi?.call<Cash>('GET', '/cash')
    expect(cash?.sheets).toMatchObject([{ cashPaise: 799_50, collected: [{ number }] }])
    const counted = { countedPaise: 799_50, expectedPaise: 799_50 }
    const handed = await ravi?.call<Cash>('POST', '/cash', counted)
    const handoverId = handed?.handovers[0]?.id ?? ''
    const received = await owner?.call<Cash>('POST', `/cash/${handoverId}/received`, {
      receivedPaise: 799_50,
    })
    expect(received?.handovers).toMatchObject([
      { expectedPaise: 799_50, receivedPaise: 799_50, receivedBy: 'Lakshmi Iyer' },
    ])
    expect(received?.sheets.every(({ cashPaise }) => cashPaise === 0)).toBe(true)
  })

  test('a trial at the door keeps one size [rider.3] [ops.1]', async () => {
    const shopper = await aLiveShopper(store, '9826100003')
    const wanted = { paymentMethod: 'prepaid', trialSize: 'L' } as const
    const { _id: id, orderID: number } = await shopper.order(wanted)
    await sendOut(number)

    await ravi?.move(number, 'arrive', 'startTrial', {
      ...{ move: 'deliver', kept: [{ item: 1, size: 'L' }] },
    })

    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Delivered',
      products: [{ soldSize: 'L' }],
    })
  })

  test('nobody is at home, and another rider delivers the next day [rider.2] [rider.7] [ops.1]', async () => {
    const shopper = await aLiveShopper(store, '9826100004')
    const { _id: id, orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })
    await sendOut(number)
    await ravi?.move(number, { move: 'noteAttempt', reason: 'Nobody at home' })
    expect(await shopper.read(id)).toMatchObject({ orderStatus: 'Shipped' })

    await owner?.move(number, { move: 'reassign', riderId: riderIds.suresh }, 'deliverAgain')
    expect(await ravi?.ask('GET', `/orders/${number}`)).toMatchObject({ status: 403 })
    await suresh?.move(number, 'startDelivery', 'deliver')

    expect(await shopper.read(id)).toMatchObject({ orderStatus: 'Delivered' })
  })

  test('a refused order comes back and its money goes back [rider.2] [ops.1]', async () => {
    const shopper = await aLiveShopper(store, '9826100005')
    const { _id: id, orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })
    await sendOut(number)

    await ravi?.move(number, { move: 'refuse', reason: 'The customer changed their mind' })

    expect(await shopper.read(id)).toMatchObject({
      orderStatus: 'Cancelled',
      refund: { amount: 799_50 },
    })
  })

  test('a size that is missing on its shelf is swapped while packing [pack.2] [board.4] [ops.1]', async () => {
    const shopper = await aLiveShopper(store, '9826100006')
    const { _id: id, orderID: number } = await shopper.order({ paymentMethod: 'prepaid' })
    await packer?.move(number, 'startPacking')

    const swap = { from: 'packing', item: 1, size: 'L', reason: 'notFound' }
    await packer?.call('POST', `/orders/${number}/swap-size`, swap)

    expect(await shopper.read(id)).toMatchObject({ products: [{ size: 'L' }] })
    await sendOutPacked(number)
    expect(await shopper.read(id)).toMatchObject({ orderStatus: 'Delivered' })
  })
})

async function sendOutPacked(number: string) {
  await packer?.move(number, 'markReady', { move: 'handOver', riderId: riderIds.suresh })
  await suresh?.move(number, 'startDelivery', 'deliver')
}
