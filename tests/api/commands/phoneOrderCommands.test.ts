import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'

import type { PlacedPhoneOrder } from '#contract/staff/phoneOrders.ts'
import { orders } from '#server/database/schema/orders.ts'
import { payments } from '#server/database/schema/payments.ts'
import { staffHistory } from '#server/database/schema/staff.ts'
import type { AdminOrder } from '#server/features/orders/adminOrders.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import {
  adminOrderOf,
  commandStore,
  placeCashOrder,
  runSteps,
  stockOf,
} from '#tests/support/api/tests/commandTest.ts'
import { noon } from '#tests/support/api/tests/notificationTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { aPhone, createWarehouses, onSale } from '#tests/support/shopper/givens.ts'

const store = commandStore()
beforeEach(() => setClock(() => noon))

const address = ['--house', '12', '--street', 'Scheme 54', '--city', 'Indore', '--pin', '452010']

const historyOf = (number: string) =>
  store.db.select().from(staffHistory).where(eq(staffHistory.name, number))

describe('store order place', () => {
  test('places an order for a customer on the phone, and the next one goes to the same address [board.7] [ops.1]', async () => {
    await createWarehouses(store.db)
    const code = await onSale(store.db)
    const phone = aPhone()
    const order = ['order', 'place', '--phone', phone, '--item', `${code}=M:2`]

    const asked = await runStoreCommand(
      ...[...order, ...address, '--name', 'Asha Verma', '--pay', 'cash'],
    )
    expect(asked).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Place an order of ₹1,998.00 for \d{10}\? .* --yes\.$/),
    })
    expect(await stockOf(store, code)).toMatchObject({ M: 5 })
    const placed = await runStoreCommand(
      ...[...order, ...address, '--name', 'Asha Verma', '--pay', 'cash', '--yes', '--json'],
    )
    const { number } = placed.json<PlacedPhoneOrder>()
    expect(placed.json()).toMatchObject({ totalPaise: 1998_00, heldUntil: null })
    expect(await adminOrderOf(number)).toMatchObject({
      ...{ customer: 'Asha Verma', address: { street: '12, Scheme 54' } },
      history: [{ status: 'Accepted', by: 'store' }],
    })
    expect(await historyOf(number)).toMatchObject([
      { by: 'Command line', action: 'placed the order for the customer' },
    ])

    const linked = await runStoreCommand(...order, '--pay', 'link', '--yes', '--json')
    const link = linked.json<PlacedPhoneOrder>()
    expect(link).toMatchObject({ promisedBy: null, heldUntil: expect.any(String) })
    const [row] = await store.db.select().from(orders).where(eq(orders.orderNumber, link.number))
    expect(row).toMatchObject({ address: { street: '12, Scheme 54' } })
    expect(
      await store.db
        .select()
        .from(payments)
        .where(eq(payments.orderId, row?.id ?? '')),
    ).toMatchObject([{ kind: 'link', provider: 'sandbox', status: 'created' }])
  })

  const refusals: [what: string, words: string[], err: RegExp][] = [
    [
      'a product that is not sold',
      [...address, '--item', 'NONE=M'],
      /No product has the code NONE/,
    ],
    ['no address', [], /Specify --street, --city and --pin/],
    ['a PIN code alone', ['--pin', '452010'], /Specify --street, --city and --pin together/],
    ['a house alone', ['--house', '12'], /Specify --street, --city and --pin together/],
    ['a receiver without a number', [...address, '--receiver', 'Kavita'], /both --receiver and/],
    [
      'a place that nobody delivers to',
      ['--street', '5 Road', '--city', 'Leh', '--pin', '194101'],
      /not available/,
    ],
    ['a coupon that does not exist', [...address, '--coupon', 'NONE'], /Coupon not applicable/],
  ]
  for (const [what, words, err] of refusals) {
    test(`with ${what} says so [board.7] [ops.1]`, async () => {
      await createWarehouses(store.db)
      const code = await onSale(store.db)
      const ran = await runStoreCommand(
        ...['order', 'place', '--phone', aPhone(), '--name', 'Asha', '--item', `${code}=M`],
        ...[...words, '--pay', 'cash', '--yes'],
      )
      expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(err) })
    })
  }
})

describe('store order correct-address', () => {
  test('changes what is given, until the order leaves [board.6] [ops.1]', async () => {
    const { number } = await placeCashOrder(store)
    const correct = (...words: string[]) =>
      runStoreCommand('order', 'correct-address', number, ...words)

    const flat = await correct('--house', 'Flat 7', '--json')
    expect(flat.json<AdminOrder>().address).toMatchObject({ street: 'Flat 7, 12 Scheme 78' })
    const named = await correct('--receiver', 'Kavita Joshi', '--receiver-phone', '9826012345')
    expect(named.out).toMatch(/goes to Flat 7, 12 Scheme 78, Indore 452010, promised by/)
    expect((await adminOrderOf(number)).receiver).toEqual({
      ...{ name: 'Kavita Joshi', contactNumber: '9826012345' },
    })
    expect(
      await correct('--street', '5 Nagar Road', '--city', 'Pune', '--pin', '411014'),
    ).toMatchObject({
      ...{ code: 1, err: expect.stringContaining('in the area of Pune') },
    })
    expect(await correct()).toMatchObject({ code: 2 })
    expect((await historyOf(number)).map(({ by }) => by)).toEqual(['Command line', 'Command line'])

    await runSteps(number, 'send')
    expect(await correct('--house', 'Flat 8')).toMatchObject({
      ...{ code: 1, err: `Order ${number} is with the rider, so its address can’t be corrected.` },
    })
  })

  const halves = [
    ['--pin', '452002'],
    ['--city', 'Indore'],
    ['--street', '9 Chowk'],
    ['--house', '7', '--pin', '452002'],
  ]
  for (const words of halves) {
    test(`with ${words.filter((word) => word.startsWith('--')).join(' and ')} asks for the whole address [board.6] [ops.1]`, async () => {
      const { number } = await placeCashOrder(store)
      const { address: before } = await adminOrderOf(number)

      const ran = await runStoreCommand('order', 'correct-address', number, ...words)

      expect(ran).toMatchObject({
        ...{ code: 1, err: 'Specify --street, --city and --pin together.' },
      })
      expect((await adminOrderOf(number)).address).toEqual(before)
    })
  }

  test('of another street does not keep the old house [board.6] [ops.1]', async () => {
    const { number } = await placeCashOrder(store)
    const correct = (...words: string[]) =>
      runStoreCommand('order', 'correct-address', number, '--json', ...words)
    await correct('--house', 'Flat 7')

    const moved = await correct('--street', '5 Rajwada', '--city', 'Indore', '--pin', '452002')

    expect(moved.json<AdminOrder>().address).toMatchObject({
      ...{ street: '5 Rajwada', city: 'Indore', postalCode: '452002' },
    })
  })

  test('of a receiver without a number asks for it [board.6] [ops.1]', async () => {
    const { number } = await placeCashOrder(store)
    expect(
      await runStoreCommand('order', 'correct-address', number, '--receiver', 'Kavita Joshi'),
    ).toMatchObject({ code: 1, err: 'Specify both --receiver and --receiver-phone.' })
  })
})
