import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { type StaffCallName, staffCalls } from '#contract/api/staffCalls.ts'
import type { BoardOrder, StaffOrder } from '#contract/staff/board.ts'
import { deskCommandNames } from '#server/cli/commands/deskCommand.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import { stockMoves } from '#server/database/schema/stock.ts'
import {
  adminOrderOf,
  commandStore,
  placeCashOrder,
  placePrepaidOrder,
  runSteps,
  stockOf,
} from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

const store = commandStore()

const desk = (...args: string[]) => runStoreCommand('desk', ...args)

/** Calls of the desk that have a command of their own. */
const ownCommands: Partial<Record<StaffCallName, string>> = {
  readStaffWarehouses: 'warehouse list',
  readPeople: 'staff list',
  addPerson: 'staff add',
  changePerson: 'staff change',
  readPersonSessions: 'staff devices',
  endPersonSessions: 'staff log-out',
  readApiKeys: 'key list',
  addApiKey: 'key add',
  endApiKey: 'key end',
  readWebhooks: 'webhook list',
  addWebhook: 'webhook add',
  changeWebhook: 'webhook change',
  renewWebhookSecret: 'webhook new-secret',
  removeWebhook: 'webhook remove',
  testWebhook: 'webhook test',
  readWebhookDeliveries: 'webhook log',
  sendWebhookAgain: 'webhook resend',
  findCaller: 'order place',
  quotePhoneOrder: 'order place',
  readLinkOrders: 'order place',
  placePhoneOrder: 'order place',
  sendLinkAgain: 'order place',
  releaseLinkOrder: 'order cancel',
  readDeliverySettings: 'delivery proof',
  saveDeliverySettings: 'delivery proof',
}

/** Calls that only a browser or somebody who is logged in has a use for. */
const ofBrowsers: StaffCallName[] = [
  ...(['staffLogout', 'readStaffSelf', 'readStaffSessions', 'endStaffSession'] as const),
  ...(['readPasskeys', 'readPasskeyOptions', 'addPasskey', 'removePasskey'] as const),
  ...(['readStaffPushKey', 'subscribeStaffPush', 'unsubscribeStaffPush'] as const),
  'sendStaffTestPush',
  'streamBoardEvents',
]

describe('store desk', () => {
  test('whatever an owner can do at the desk, a command can do [ops.1]', () => {
    const owners = (Object.keys(staffCalls) as StaffCallName[]).filter((name) => {
      const call = staffCalls[name]
      return call.access === 'staff' && (call.roles as readonly string[]).includes('owner')
    })
    const covered = [...deskCommandNames, ...Object.keys(ownCommands), ...ofBrowsers]

    expect(owners.filter((name) => !covered.includes(name))).toEqual([])
  })

  test('lists its calls with their fields [ops.1]', async () => {
    const { code, out } = await desk()

    expect(code).toBe(0)
    expect(out).toMatch(/^moveOrder +number move from riderId\? reason\?/m)
    expect(out).toMatch(/^changeStock +productId size warehouseId change reason$/m)
    expect((await desk('--json')).json<{ name: string }[]>()).toContainEqual(
      expect.objectContaining({ name: 'receiveCash', method: 'POST' }),
    )
  })

  test('moves an order, cancels an item and gives a refund, with the command line in the history [board.3] [board.4] [board.5] [ops.1]', async () => {
    const { number, orderId } = await placePrepaidOrder(store, undefined, undefined)

    const started = await desk(
      ...['moveOrder', `number=${number.toLowerCase()}`, 'move=startPacking', 'from=new'],
    )
    expect(started).toMatchObject({ code: 0, err: '', out: `${number}: started packing.` })
    const cancelled = await desk(
      ...['cancelItem', `number=${number}`, 'from=packing', 'item:=1', 'quantity:=1'],
      ...['reason=customerAsked', '--json'],
    )
    expect(cancelled.json<StaffOrder>()).toMatchObject({
      number,
      lines: [{ item: 1 }, { item: 2 }],
    })
    const refunded = await desk(
      ...[
        'giveRefund',
        `number=${number}`,
        'amountPaise:=5000',
        'refundedPaise:=99900',
        'reason=goodwill',
      ],
    )
    expect(refunded).toMatchObject({ code: 0, err: '', out: `${number}: gave a refund.` })

    const history = await store.db
      .select()
      .from(staffHistory)
      .where(eq(staffHistory.subjectId, orderId))
      .orderBy(staffHistory.id)
    expect(history).toMatchObject([
      { by: 'Command line', staffId: null, action: 'started packing' },
      { by: 'Command line', action: 'cancelled an item' },
      { by: 'Command line', action: 'gave a refund' },
    ])
    const { refunds } = await adminOrderOf(number)
    expect(refunds.map(({ amountPaise }) => amountPaise)).toEqual([999_00, 50_00])
  })

  test('a move from a state that has passed is refused, and says who was faster [board.1] [ops.1]', async () => {
    const { number } = await placeCashOrder(store)
    await desk('moveOrder', `number=${number}`, 'move=startPacking', 'from=new')

    const stale = await desk('moveOrder', `number=${number}`, 'move=startPacking', 'from=new')

    expect(stale).toMatchObject({
      ...{ code: 1, out: '', err: 'Command line started packing before you.' },
    })
  })

  test('shows the board, changes stock and receives nothing that nobody handed over [board.1] [pack.5] [rider.4] [ops.1]', async () => {
    const { number, productId } = await placeCashOrder(store)
    const [size] = Object.keys(await stockOf(store, productId))
    const before = (await stockOf(store, productId))[size!]!

    const board = (await desk('readBoard')).json<{ data: BoardOrder[] }>()
    expect(board.data.map((order) => order.number)).toContain(number)
    const { warehouse } = board.data.find((order) => order.number === number)!
    const changed = await desk(
      ...['changeStock', `productId=${productId}`, `size=${size}`, `warehouseId=${warehouse.id}`],
      ...['change:=-1', 'reason=damaged'],
    )
    expect(changed).toMatchObject({ code: 0, err: '' })
    expect(await stockOf(store, productId)).toMatchObject({ [size!]: before - 1 })
    expect(
      await store.db.select().from(stockMoves).where(eq(stockMoves.productId, productId)),
    ).toContainEqual(expect.objectContaining({ reason: 'damaged', change: -1 }))

    await runSteps(number, 'pack', 'send', 'on-the-way', 'delivered')
    const { sheets } = (await desk('readCash')).json<{ sheets: { cashPaise: number }[] }>()
    expect(sheets).toContainEqual(expect.objectContaining({ cashPaise: 999_00 }))
    const received = await desk('receiveCash', 'id=nothing', 'receivedPaise:=99900')
    expect(received.code).toBe(1)
    expect(received.err).not.toBe('')
  })

  test.each([
    [['moveOrder', 'move=cancel', 'from=new'], 1, 'Specify number=….'],
    [['moveOrder', 'number=PEH-AAAAAA', 'move=fly', 'from=new'], 1, /^Please check[^]+\nmove: /],
    [['moveOrder', 'number=PEH-AAAAAA', 'rider=1'], 1, /^moveOrder has no field rider\. Its/],
    [['moveorder'], 2, /There is no such call/],
    [['readBoard', 'nonsense'], 2, /field=text/],
    [['giveRefund', 'amountPaise:=many'], 2, /many is not JSON/],
  ])('%j is refused with what to write instead [ops.1]', async (args, code, message) => {
    const refused = await desk(...args)

    expect(refused).toMatchObject({ code, out: '' })
    expect(refused.err).toMatch(message)
  })
})
