import type { Command } from 'commander'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { complaintCommand, userCommand } from '#server/cli/commands/customerCommands.ts'
import { refundCommand } from '#server/cli/commands/returnCommands.ts'
import { type Connection, openConnection } from '#server/database/client/connect.ts'
import { addresses, sessions, users } from '#server/database/schema/users.ts'
import { complaints, rateLimits } from '#server/database/schema/operations.ts'
import { updateObject } from '#server/demo/payments/sandboxStore.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aPhone, aUser, addToCart, onSale } from '#tests/support/shopper/givens.ts'
import {
  startPayment,
  startedPaymentOf,
  advanceClock,
  payInWindow,
  sweep,
  verify,
} from '#tests/support/api/tests/paymentTest.ts'
import { placeCashOrder, runSteps } from '#tests/support/api/tests/commandTest.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

let fresh: FreshDatabase
let store: Connection

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
})
afterAll(async () => {
  await store.close()
  await fresh.drop()
})
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', fresh.url)
})

/** Runs a command as it is typed after `store` and returns its output. */
async function run(command: Command, ...words: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockReturnValue(undefined)
  await command.parseAsync(words, { from: 'user' })
  const lines = print.mock.calls.map(([line]) => String(line))
  print.mockRestore()
  return lines.join('\n')
}

describe('store complaint', () => {
  test('prints terminal control characters as codes [ops.1] [safe.3]', async () => {
    const contactNumber = aPhone()
    const [name, text] = ['As\u001b]0;owned\u0007ha', 'Open\u001b[2J\nC-FAKE2222  paid\u202e']
    await store.db.insert(complaints).values({ ticket: 'C-DDDD2222', name, contactNumber, text })

    const printed = await run(complaintCommand, 'list')
    await store.db.delete(complaints)

    expect(printed).not.toMatch(/[\u001b\u0007\u202e]/)
    expect(printed).toContain('As\\u001b]0;owned\\u0007ha')
    expect(printed).toContain('\n  C-FAKE2222')
  })

  test('lists open complaints until they are marked as answered, once [ops.1] [law.1]', async () => {
    const { db } = store
    const complaint = { name: 'Asha Rao', contactNumber: aPhone(), text: 'The parcel was open' }
    const createdAt = new Date('2026-11-20T20:15:00Z')
    await db.insert(complaints).values([
      { ...complaint, ticket: 'C-AAAA2222', orderId: 'PEH-KAB55N', createdAt },
      { ...complaint, ticket: 'C-BBBB3333' },
    ])

    const before = await run(complaintCommand, 'list')
    const json = JSON.parse(await run(complaintCommand, 'list', '--json')) as object[]
    const output = await run(complaintCommand, 'answered', 'c-aaaa2222')
    const after = await run(complaintCommand, 'list')

    expect(before).toMatch(
      /C-AAAA2222  2026-11-21 01:45  Asha Rao.*, order PEH-KAB55N\n {2}The parcel was open/,
    )
    expect(before).toMatch(/2 open\.$/)
    expect(json).toMatchObject([
      { ticket: 'C-AAAA2222', createdAt: createdAt.toISOString(), text: complaint.text },
      { ticket: 'C-BBBB3333' },
    ])
    expect(output).toContain('is marked as answered')
    expect(after).not.toContain('C-AAAA2222')
    expect(after).toMatch(/C-BBBB3333[^]*1 open\.$/)
    const byTicket = eq(complaints.ticket, 'C-AAAA2222')
    const [answered] = await db.select().from(complaints).where(byTicket)
    expect(answered).toMatchObject({ state: 'answered', answeredAt: expect.any(Date) })
    await expect(run(complaintCommand, 'answered', 'C-AAAA2222')).rejects.toThrow(/no open/)
    await expect(run(complaintCommand, 'answered', 'C-NOBODY')).rejects.toThrow(/no open/)
    const [unchanged] = await db.select().from(complaints).where(byTicket)
    expect(unchanged).toEqual(answered)
  })
})

describe('store refund', () => {
  test('lists refunds that the provider has not accepted for an hour [ops.1] [order.11]', async () => {
    const { db } = store
    const api = createTestApi(db, createTestDeps())
    const buyer = await createBuyer(db)
    await addToCart(db, buyer.userId, { productId: await onSale(db) })
    const startedPayment = startedPaymentOf(await startPayment(api, buyer))
    const { response: signedPayment } = await payInWindow(api, startedPayment)
    const paymentId = signedPayment.razorpay_payment_id ?? ''
    await updateObject(db, paymentId, { amount: 7_00 })
    await verify(api, buyer, signedPayment)
    // The amount was refunded by hand, so the provider refuses to refund it again.
    await updateObject(db, paymentId, { amount_refunded: 7_00 })
    await sweep(db)
    const early = await run(refundCommand, 'stuck')
    for (let hour = 0; hour < 6; hour++) {
      advanceClock(60 * 60_000)
      await sweep(db)
    }

    const late = await run(refundCommand, 'stuck')

    expect(early).toBe('0 to check with the provider.')
    expect(late).toContain(
      `${paymentId}  ${startedPayment.order.orderID}  INR 7.00  wrong_amount  tried 7`,
    )
    expect(late).toMatch(/\n1 to check with the provider/)
  })
})

describe('store user', () => {
  test('erase deletes the account with this number and no other [ops.1] [law.1]', async () => {
    const { db } = store
    const [number, other] = [aPhone(), aPhone()]
    const { userId } = await aUser(db, { contactNumber: number, lastName: 'Xaltunova' })
    const ravi = await aUser(db, { contactNumber: other })
    const exported = await run(userCommand, 'export', number)

    const output = await run(
      userCommand,
      'erase',
      '--yes',
      `+91 ${number.slice(0, 5)} ${number.slice(5)}`,
    )

    expect(JSON.parse(exported)).toMatchObject({ user: { lastName: 'Xaltunova' } })
    expect(output).toBe('The account is erased.')
    const [gone] = await db.select().from(users).where(eq(users.id, userId))
    expect(gone).toMatchObject({ contactNumber: null, lastName: '', erasedAt: expect.any(Date) })
    expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
    expect(await db.$count(sessions, eq(sessions.userId, ravi.userId))).toBe(1)
    await expect(run(userCommand, 'erase', number)).rejects.toThrow('No customer has this number.')
  })

  test('a number with a digit too many is no number of a customer [ops.1] [law.1]', async () => {
    const { db } = store
    const number = aPhone()
    const { userId } = await aUser(db, { contactNumber: number })

    for (const typed of [`1${number}`, `98${number}`, `${number}x`, `x${number}`, '']) {
      for (const words of [
        ['user', 'erase', typed, '--yes'],
        ['user', 'export', typed],
      ]) {
        expect(await runStoreCommand(...words), typed).toMatchObject({ code: 2, out: '' })
      }
    }

    const [user] = await db.select().from(users).where(eq(users.id, userId))
    expect(user).toMatchObject({ contactNumber: number, erasedAt: null })
    const spaced = `${number.slice(0, 5)} ${number.slice(5)}`
    expect(await runStoreCommand('user', 'export', spaced)).toMatchObject({ code: 0 })
  })

  test('erase keeps the count of refused deliveries at an address [law.1] [safe.4]', async () => {
    const { db } = store
    const api = createTestApi(db, createTestDeps())
    const ordered = await placeCashOrder({ db, api, url: '' })
    await runSteps(ordered.number, 'send', 'refused')
    const isBuyer = eq(users.id, ordered.buyer.userId)
    const [user] = await db.select().from(users).where(isBuyer)
    const countKept = () => db.$count(rateLimits, like(rateLimits.bucket, 'cash-refusals-at:%'))
    const before = await countKept()

    await run(userCommand, 'erase', '--yes', user?.contactNumber ?? '')

    expect((await countKept()) - before).toBe(1)
  })

  test('erase refuses an account with an open order [law.1]', async () => {
    const { db } = store
    const api = createTestApi(db, createTestDeps())
    const buyer = await createBuyer(db)
    await addToCart(db, buyer.userId, { productId: await onSale(db) })
    await placeOrder(api, buyer, { body: orderRequest(buyer, await readCart(api, buyer)) })
    const [user] = await db.select().from(users).where(eq(users.id, buyer.userId))

    const erasing = run(userCommand, 'erase', '--yes', user?.contactNumber ?? '')

    await expect(erasing).rejects.toThrow(/^This customer has an order, .* in progress/)
    expect(await db.$count(addresses, eq(addresses.userId, buyer.userId))).toBe(1)
  })
})
