import { PassThrough } from 'node:stream'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'

import { confirm } from '#server/cli/terminal.ts'
import { jobs } from '#server/database/schema/operations.ts'
import { deliveryAgents, orders } from '#server/database/schema/orders.ts'
import { users } from '#server/database/schema/users.ts'
import type { AdminOrder, OrderSummary } from '#server/features/orders/adminOrders.ts'
import { readDueCashRefunds } from '#server/features/payments/sendRefunds.ts'
import {
  agent,
  commandStore,
  placeCashOrder,
  placePrepaidOrder,
  adminOrderOf,
  runSteps,
  stockOf,
} from '#tests/support/api/tests/commandTest.ts'
import { sweep } from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

const store = commandStore()

describe('store order', () => {
  test('moves a cash on delivery order from placed to delivered and paid [ops.1] [order.7]', async () => {
    const { number, buyer } = await placeCashOrder(store)

    await runSteps(number, 'pack', 'send', 'on-the-way')
    const delivered = await runStoreCommand('order', 'delivered', number.toLowerCase(), '--yes')

    expect(delivered.out).toBe(`${number} is delivered, and ₹999.00 is paid.`)
    expect(await adminOrderOf(number)).toMatchObject({
      status: 'Delivered',
      paymentStatus: 'paid',
      packedAt: expect.any(String),
      agent: { name: 'Ravi Solanki', contactNumber: '6000010101' },
      payments: [{ provider: 'cash', status: 'captured' }],
      documents: [{ kind: 'invoice' }],
      history: [
        { status: 'Accepted', item: null },
        { status: 'Shipped', item: null, by: 'store' },
        { status: 'On the way', item: null, by: 'courier' },
        { status: 'Delivered', item: null, by: 'courier' },
      ],
    })
    const response = await store.api.request('/api/orders/view', withToken(buyer.token))
    const { result } = (await response.json()) as { result: { data: object[] } }
    expect(result.data).toMatchObject([
      { orderStatus: 'Delivered', paymentStatus: 'paid', delivery_agent: { name: 'Ravi Solanki' } },
    ])
  })

  test('records cash paid before the delivery, once [ops.1] [order.11]', async () => {
    const { number } = await placeCashOrder(store)
    const early = await runStoreCommand('order', 'paid', number, '--yes')
    await runSteps(number, 'send', 'on-the-way')

    const paid = await runStoreCommand('order', 'paid', number, '--yes')
    const again = await runStoreCommand('order', 'paid', number, '--yes')

    expect(early).toMatchObject({
      code: 1,
      err: `Order ${number} is accepted, so it can’t be marked as paid.`,
    })
    expect(paid).toMatchObject({ code: 0, out: `${number} is paid: ₹999.00.` })
    expect(again).toMatchObject({ code: 1, err: `Order ${number} is already paid.` })
    await runSteps(number, 'delivered')
    expect(await adminOrderOf(number)).toMatchObject({ payments: [{ status: 'captured' }] })
  })

  test('settles a trial: kept items are invoiced, the others returned and refunded [ops.1] [bag.7]', async () => {
    const { number, productId } = await placePrepaidOrder(store, 'S', 'L')
    await runSteps(number, 'pack', 'send', 'on-the-way', 'arrived', 'trial')
    const cash = await runStoreCommand('order', 'paid', number, '--yes')
    expect(cash).toMatchObject({ code: 1, err: `Order ${number} was paid online.` })

    const settled = await runStoreCommand('order', 'settle', number, '--keep', '1=S', '--yes')
    await runSteps(number, 'delivered')

    expect(settled).toMatchObject({
      code: 0,
      out: expect.stringContaining('the customer keeps Kurta S in S.'),
    })
    expect(await stockOf(store, productId)).toEqual({ S: 5, M: 5, L: 5 })
    expect(await adminOrderOf(number)).toMatchObject({
      status: 'Delivered',
      items: [
        { status: 'Delivered', soldSize: 'S' },
        { status: 'Cancelled', refundedPaise: 999_00 },
      ],
      refunds: [{ amountPaise: 999_00, reason: 'trial_unsold', provider: 'sandbox' }],
    })
  })

  test('asks what a settlement returns, and lets a kept item be settled again until delivery [ops.1] [bag.7]', async () => {
    const { number } = await placePrepaidOrder(store, 'L', 'S')
    await runSteps(number, 'send', 'on-the-way', 'arrived', 'trial')
    const settle = (...words: string[]) => runStoreCommand('order', 'settle', number, ...words)
    const keepsBoth = ['--keep', '1', '--keep', '2']

    const keepAll = await settle(...keepsBoth)
    await settle(...keepsBoth, '--yes')
    const corrected = await settle('--keep', '1=L', '--keep', '2', '--yes')
    const keepFirst = await settle('--keep', '1')
    await settle('--keep', '1', '--yes')
    const keepFirstAgain = await settle('--keep', '1')

    const reversible = (kept: string) =>
      `Record that the customer keeps ${kept}? You can settle it again until the order is delivered. Repeat the command with --yes.`
    expect(keepAll).toMatchObject({ code: 1, err: reversible('Kurta L in M, Kurta S in M') })
    expect(corrected.out).toContain('keeps Kurta L in L, Kurta S in M.')
    expect(keepFirst.err).toBe(
      "Return and refund Kurta S? This can't be undone. Repeat the command with --yes.",
    )
    expect(keepFirstAgain.err).toBe(reversible('Kurta L in M'))
    expect(await settle(...keepsBoth, '--yes')).toMatchObject({
      err: 'Item 2 has already been returned.',
    })
  })

  test('refuses to settle unknown items, returned items, and without an option [ops.1]', async () => {
    const { number } = await placePrepaidOrder(store, 'L')
    const early = await runStoreCommand('order', 'settle', number, '--keep', '1', '--yes')
    await runSteps(number, 'send', 'on-the-way', 'arrived', 'trial')
    const settle = (...words: string[]) =>
      runStoreCommand('order', 'settle', number, ...words, '--yes')

    expect(early.err).toBe(`Order ${number} is accepted, so it can’t be settled.`)
    expect(await settle('--keep', '2')).toMatchObject({
      code: 1,
      err: `Order ${number} has one item, and no item 2.`,
    })
    expect(await settle('--keep', '1=XL')).toMatchObject({ code: 1 })
    for (const args of [
      [],
      ['--keep', '1', '--keep-nothing'],
      ['--keep', 'M'],
      ['--keep', '1', '--keep', '1'],
    ]) {
      expect(await settle(...args)).toMatchObject({ code: 2 })
    }
    expect(await settle('--keep-nothing')).toMatchObject({ code: 0 })
    expect((await settle('--keep', '1')).err).toBe('Item 1 has already been returned.')
  })

  test('cancels an order refused at the door, restocks and refunds it in full [ops.1] [order.7] [order.11]', async () => {
    const { number, productId } = await placePrepaidOrder(store, undefined)
    await runSteps(number, 'send', 'on-the-way')

    const refused = await runStoreCommand('order', 'refused', number, '--yes')

    expect(refused.out).toBe(`${number} was refused at the door. ₹999.00 is being refunded.`)
    expect(await stockOf(store, productId)).toEqual({ S: 5, M: 5, L: 5 })
    await sweep(store.db)
    const order = await adminOrderOf(number)
    expect(order).toMatchObject({
      status: 'Cancelled',
      refusedAt: expect.any(String),
      items: [{ status: 'Cancelled' }],
      refunds: [{ amountPaise: 999_00, reason: 'cancelled', status: 'processed' }],
      documents: [{ kind: 'invoice' }, { kind: 'credit_note' }],
    })
  })

  test('refunds cash only if it was paid before the refusal [ops.1] [order.11]', async () => {
    const [unpaid, paid] = [await placeCashOrder(store), await placeCashOrder(store)]
    await runSteps(unpaid.number, 'send', 'on-the-way', 'refused')
    await runSteps(paid.number, 'send', 'on-the-way', 'paid', 'refused')

    const dueRefunds = await readDueCashRefunds(store.db)

    expect(dueRefunds.map(({ orderNumber, amountPaise }) => [orderNumber, amountPaise])).toEqual([
      [paid.number, 999_00],
    ])
    expect(await runStoreCommand('refund', 'paid', dueRefunds[0]?.id ?? '', '--yes')).toMatchObject(
      {
        code: 0,
      },
    )
  })

  test('cancels and refunds an order before dispatch and notifies the customer [ops.1] [order.11] [pwa.9]', async () => {
    const { number, productId, buyer } = await placePrepaidOrder(store, undefined)
    const subscription = {
      endpoint: `https://push.example/${buyer.userId}`,
      keys: { p256dh: 'BFx_', auth: 'c2-' },
    }
    const chosen = { subscription, topics: ['orders'] }
    await store.api.request('/api/push/subscribe', withToken(buyer.token, 'POST', chosen))

    const cancelled = await runStoreCommand('order', 'cancel', number, '--yes')

    expect(cancelled.out).toBe(`${number} is cancelled. ₹999.00 is being refunded.`)
    expect(await stockOf(store, productId)).toEqual({ S: 5, M: 5, L: 5 })
    expect(await adminOrderOf(number)).toMatchObject({ documents: [] })
    const queuedJobs = await store.db.select().from(jobs)
    expect(queuedJobs.map(({ payload }) => payload)).toMatchObject([
      { userId: buyer.userId, text: { title: 'Order cancelled' } },
    ])
  })

  test('cancels a shipped order that the courier brought back: restocked, credited and refunded [ops.1] [order.7] [order.11]', async () => {
    const [paid, unpaid] = [await placePrepaidOrder(store, undefined), await placeCashOrder(store)]
    for (const { number } of [paid, unpaid]) await runSteps(number, 'send')

    const cancelled = await runStoreCommand('order', 'cancel', paid.number, '--yes')
    const cash = await runStoreCommand('order', 'cancel', unpaid.number, '--yes')
    const again = await runStoreCommand('order', 'cancel', paid.number, '--yes')

    expect(cancelled.out).toBe(`${paid.number} is cancelled. ₹999.00 is being refunded.`)
    expect(cash.out).toBe(`${unpaid.number} is cancelled.`)
    expect(again.err).toBe(`Order ${paid.number} has already been cancelled.`)
    for (const { productId } of [paid, unpaid]) {
      expect(await stockOf(store, productId)).toEqual({ S: 5, M: 5, L: 5 })
    }
    expect(await adminOrderOf(paid.number)).toMatchObject({
      ...{ status: 'Cancelled', refusedAt: null, items: [{ status: 'Cancelled' }] },
      refunds: [{ amountPaise: 999_00, reason: 'cancelled' }],
      documents: [{ kind: 'invoice' }, { kind: 'credit_note' }],
    })
    expect(await adminOrderOf(unpaid.number)).toMatchObject({
      refunds: [],
      paymentStatus: 'Pending',
    })
  })

  test('refuses forbidden steps with a message and changes nothing [ops.1] [order.7]', async () => {
    const { number } = await placeCashOrder(store)
    const tried = async (...words: string[]) => (await runStoreCommand('order', ...words)).err
    const early = [
      await tried('on-the-way', number),
      await tried('arrived', number),
      await tried('trial', number),
      await tried('delivered', number, '--yes'),
      await tried('refused', number, '--yes'),
    ]
    await runSteps(number, 'pack')
    const packed = await tried('pack', number)
    await runSteps(number, 'send', 'on-the-way')
    const again = await tried('on-the-way', number)
    const sent = await tried('send', number, ...agent)
    const cancelled = await tried('cancel', number, '--yes')
    await runSteps(number, 'delivered')
    const done = await adminOrderOf(number)

    const is = `Order ${number} is`
    expect(early).toEqual([
      `${is} accepted, so it can’t be marked as on the way.`,
      `${is} accepted, so it can’t be marked as at the door.`,
      `${is} accepted, so it can’t be marked as being tried on.`,
      `${is} accepted, so it can’t be delivered.`,
      `${is} accepted, so it can’t be refused at the door.`,
    ])
    expect(packed).toBe(`${is} already packed.`)
    expect(again).toBe(`${is} already on the way.`)
    expect(sent).toBe(`${is} on the way, so it can’t be sent.`)
    expect(cancelled).toBe(`${is} on the way, so it can’t be cancelled.`)
    expect(await tried('pack', number)).toBe(`${is} delivered, so it can’t be packed.`)
    expect(await tried('send', number, ...agent)).toBe(`${is} delivered, so it can’t be sent.`)
    expect(await adminOrderOf(number)).toEqual(done)
    expect(await tried('pack', 'PEH-NOBODY')).toBe('This order does not exist.')
  })

  test('stores one delivery agent per number, with the latest name [ops.1]', async () => {
    const [first, second] = [await placeCashOrder(store), await placeCashOrder(store)]
    const send = ({ number }: typeof first, agent: string, phone: string) =>
      runStoreCommand('order', 'send', number, '--agent', agent, '--phone', phone)
    await send(first, 'R Solanki', '9826041375')

    await send(second, 'रवि D\u2019Souza', '\u202a+९१ ९८२६०\u2010४१३७५')

    const byNumber = eq(deliveryAgents.contactNumber, '9826041375')
    expect(await store.db.select().from(deliveryAgents).where(byNumber)).toMatchObject([
      { name: "रवि D'Souza" },
    ])
    const listed = (await runStoreCommand('agent', 'list', '--json')).json<object[]>()
    expect(listed).toContainEqual({
      name: "रवि D'Souza",
      contactNumber: '9826041375',
      ordersNow: 2,
    })
  })

  test('lists orders by status, phone, day and packing [ops.1]', async () => {
    const [first, second] = [await placeCashOrder(store), await placeCashOrder(store)]
    await runSteps(first.number, 'pack')
    const [user] = await store.db.select().from(users).where(eq(users.id, first.buyer.userId))
    // Paid the day after it was created.
    const [createdAt, placedAt] = [
      new Date('2026-01-30T18:00:00Z'),
      new Date('2026-01-31T18:00:00Z'),
    ]
    await store.db
      .update(orders)
      .set({ createdAt, placedAt })
      .where(eq(orders.orderNumber, second.number))
    const listed = async (...words: string[]) =>
      (await runStoreCommand('order', 'list', '--json', ...words))
        .json<OrderSummary[]>()
        .map(({ orderNumber }) => orderNumber)

    expect(await listed('--phone', user?.contactNumber ?? '')).toEqual([first.number])
    // 23:30 of that day in India.
    expect(await listed('--date', '2026-01-31')).toEqual([second.number])
    expect(await listed('--until', '2026-01-30')).toEqual([])
    expect(await listed('--from', '2026-02-01')).not.toContain(second.number)
    const packed = await listed('--status', 'accepted', '--packed')
    expect(packed).toContain(first.number)
    expect(packed).not.toContain(second.number)
    const unpacked = await listed('--status', 'accepted', '--no-packed')
    expect(unpacked).toContain(second.number)
    expect(unpacked).not.toContain(first.number)
    expect(await listed('--open')).toContain(first.number)
    expect(await runStoreCommand('order', 'list', '--open', '--status', 'Delivered')).toMatchObject(
      { code: 2 },
    )
    expect(await listed('--status', 'On-the-way,delivered')).not.toContain(first.number)
    expect(await listed('--limit', '1')).toHaveLength(1)
    expect((await runStoreCommand('order', 'list', '--limit', '1')).out).toMatch(
      /\n1 order, and there are older ones\. --limit shows more\.$/,
    )
    const text = await runStoreCommand('order', 'list', '--date', '2026-01-31')
    expect(text.out).toContain('2026-01-31 23:30  ₹999.00  to be paid on delivery  Standard')
    expect(text.out).toMatch(/\n1 order\.$/)
  })

  test('escapes control characters of customers, as text and as JSON [ops.1] [safe.3]', async () => {
    const { number } = await placeCashOrder(store)
    const [order] = await store.db.select().from(orders).where(eq(orders.orderNumber, number))
    const address = { ...order!.address, street: 'A\u001b[2J\u202e\u{e0001}\n1  forged' }
    await store.db.update(orders).set({ address }).where(eq(orders.orderNumber, number))

    const text = (await runStoreCommand('order', 'show', number)).out
    const json = await runStoreCommand('order', 'show', number, '--json')

    expect(text).not.toMatch(/[\u001b\u202e]/)
    expect(text).not.toContain('\n1  forged')
    expect(json.out).not.toMatch(/[\u001b\u202e\u{e0001}]/u)
    expect(json.json<AdminOrder>().address.street).toBe(address.street)
  })

  test('exits with 2 on wrong usage and with 1 on a refusal [ops.1]', async () => {
    const wrongUsages = [
      ['order'],
      ['order', 'fly', 'PEH-1'],
      ['order', 'pack'],
      ['order', 'list', '--status', 'lost'],
      ['order', 'list', '--date', '31.1.2026'],
      ['order', 'list', '--date', '2026-02-31'],
      ['order', 'list', '--phone', '123'],
      ['order', 'list', '--limit', '0'],
      ['order', 'send', 'PEH-1', '--agent', 'Ravi'],
      ['order', 'pack', 'PEH-1', '--fast'],
    ]
    for (const words of wrongUsages)
      expect(await runStoreCommand(...words), words.join(' ')).toMatchObject({ code: 2 })
    expect(await runStoreCommand('order', 'pack', 'PEH-1')).toMatchObject({ code: 1 })
    expect(await runStoreCommand('--help')).toMatchObject({ code: 0 })
    vi.stubEnv('DATABASE_URL', 'postgres://localhost:1/nobody')
    expect(await runStoreCommand('order', 'list')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database does not respond: /),
    })
  })

  test('asks for confirmation; without a terminal and --yes it does nothing [ops.1]', async () => {
    const { number } = await placeCashOrder(store)

    const refused = await runStoreCommand('order', 'cancel', number)

    expect(refused).toMatchObject({
      code: 1,
      err: `Cancel all items in order ${number}? This can't be undone. Repeat the command with --yes.`,
    })
    expect(await adminOrderOf(number)).toMatchObject({ status: 'Accepted' })
    const answered = (answer: string) => {
      const input = Object.assign(new PassThrough(), { isTTY: true })
      input.end(answer)
      return confirm('Cancel?', {}, { input, output: new PassThrough() })
    }
    await expect(answered('y\n')).resolves.toBeUndefined()
    for (const no of ['\n', 'n\n', ''])
      await expect(answered(no)).rejects.toThrow('Nothing was changed')
  })
})
