import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { stockMoves } from '#server/database/schema/stock.ts'
import type { AdminProduct } from '#server/features/catalogue/products/product.ts'
import {
  createBuyer,
  orderRequest,
  readCart,
  placeOrder,
} from '#tests/support/api/tests/checkoutTest.ts'
import { commandStore, placeCashOrder, stockOf } from '#tests/support/api/tests/commandTest.ts'
import { addToCart, onSale } from '#tests/support/shopper/givens.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'

const store = commandStore()

const productOf = async (id: string) => {
  const response = await store.api.request(`/api/products/${id}`)
  return ((await response.json()) as { result: Record<string, unknown> }).result
}

const inIndore = ['--warehouse', 'indore']

describe('store stock', () => {
  test('sets the stock of a size and records the difference once [ops.1] [order.8]', async () => {
    const { productId } = await placeCashOrder(store)

    const set = await runStoreCommand('stock', 'set', productId, 'M=12', '--json', ...inIndore)
    await runStoreCommand('stock', 'set', productId, 'M=12', ...inIndore)
    const shown = await runStoreCommand('stock', 'show', productId)

    expect(set.json<AdminProduct>().stock.indore).toEqual({ S: 5, M: 12, L: 5 })
    expect(await stockOf(store, productId)).toEqual({ S: 5, M: 12, L: 5 })
    expect(shown.out).toMatch(/Price ₹999\.00, MRP ₹1,999\.00\n\s+S\s+5\n\s+M\s+12\n\s+L\s+5$/)
    const moves = await store.db
      .select()
      .from(stockMoves)
      .where(eq(stockMoves.productId, productId))
    expect(moves.map(({ reason, change }) => [reason, change])).toEqual([
      ['order', -1],
      ['counted', 8],
    ])
  })

  test('is refused for unknown products and sizes, and below zero [ops.1]', async () => {
    const code = await onSale(store.db)

    expect((await runStoreCommand('stock', 'set', 'no-such', 'M=1', ...inIndore)).err).toBe(
      'No product has the code no-such.',
    )
    expect(
      (await runStoreCommand('stock', 'set', code, 'M=1', 'XXL=1', ...inIndore)).err,
    ).toContain(
      'Blue kurta is not sold in XXL. Add this size? Shoppers see it at once. Repeat the command with --yes',
    )
    expect(await runStoreCommand('stock', 'set', code, 'M=-1', ...inIndore)).toMatchObject({
      code: 2,
    })
    expect(await runStoreCommand('stock', 'set', code, 'M=1', 'M=2', ...inIndore)).toMatchObject({
      code: 2,
    })
    expect(await stockOf(store, code)).toEqual({ S: 5, M: 5, L: 5 })
  })

  test('adds a size after a question, in its place among the others [ops.1]', async () => {
    const code = await onSale(store.db)

    const set = await runStoreCommand('stock', 'set', code, 'XS=3', 'M=4', '--yes', ...inIndore)

    expect(set).toMatchObject({ code: 0 })
    expect(await stockOf(store, code)).toEqual({ XS: 3, S: 5, M: 4, L: 5 })
    expect(await productOf(code)).toMatchObject({ size: ['XS', 'S', 'M', 'L'] })
  })
})

describe('store price', () => {
  test('sets the price of a product, never above its MRP or zero [ops.1]', async () => {
    const code = await onSale(store.db)

    const aboveMrp = await runStoreCommand('price', 'set', code, '2499')
    const free = await runStoreCommand('price', 'set', code, '0')
    const set = await runStoreCommand('price', 'set', code, '2499.50', '--mrp', '2999', '--yes')

    expect(aboveMrp).toMatchObject({ code: 1, err: `The price of ${code} can't be above its MRP.` })
    expect(free).toMatchObject({ code: 1, err: `The price of ${code} can't be zero.` })
    expect(set.out).toContain('Price ₹2,499.50, MRP ₹2,999.00')
    expect(await productOf(code)).toMatchObject({ mrp: 2999, discountedPrice: 2499.5 })
    expect(await runStoreCommand('price', 'set', code, '1,299')).toMatchObject({ code: 2 })
    const slip = await runStoreCommand('price', 'set', code, '299')
    expect(slip.err).toContain('Change the price of Blue kurta from ₹2,499.50 to ₹299.00?')
    const asMrp = await runStoreCommand('price', 'set', code, '2999')
    expect(asMrp.out).toContain('Price ₹2,999.00, MRP ₹2,999.00')
  })
})

describe('store coupon', () => {
  test('creates a coupon that customers can use until it is stopped [ops.1] [coupon.2]', async () => {
    const buyer = await createBuyer(store.db)
    await addToCart(store.db, buyer.userId, { productId: await onSale(store.db) })
    const apply = async () => {
      const body = { couponId: 'DIWALI10', checkout_items: [] }
      const response = await store.api.request(
        '/api/coupons/is-applicable',
        withToken(buyer.token, 'POST', body),
      )
      return (await response.json()) as { msg?: string; result?: { data: object } }
    }

    const added = await runStoreCommand(
      ...['coupon', 'add', 'diwali10', '--percent', '10', '--up-to', '50', '--minimum', '500'],
      ...['--per-user', '0', '--headline', '10% off for Diwali'],
    )
    const applied = await apply()
    const unconfirmed = await runStoreCommand('coupon', 'stop', 'DIWALI10')
    const stopped = await runStoreCommand('coupon', 'stop', 'DIWALI10', '--yes')
    const again = await runStoreCommand('coupon', 'stop', 'DIWALI10', '--yes')

    expect(added.out).toMatch(/^DIWALI10 {2}active {2}10% off up to ₹50\.00 {2}from ₹500\.00/)
    expect(applied.result?.data).toMatchObject({ baseAmount: 999, discountedAmount: 949 })
    expect(unconfirmed).toMatchObject({ code: 1 })
    expect(stopped.out).toBe('Coupon DIWALI10 has ended. Times used: 0.')
    expect((await apply()).msg).toBe('This coupon has expired')
    expect(again.err).toBe('Coupon DIWALI10 has already ended.')
    expect((await runStoreCommand('coupon', 'list')).out).toMatch(/DIWALI10 {2}ended/)
  })

  test('is refused with a used code or invalid terms [ops.1]', async () => {
    const add = (...words: string[]) => runStoreCommand('coupon', 'add', ...words)
    await add('TWICE100', '--flat', '100', '--until', '2030-01-31')

    expect(await add('twice100', '--flat', '50')).toMatchObject({
      code: 1,
      err: 'Coupon TWICE100 already exists.',
    })
    for (const args of [
      ['NOTHING'],
      ['BOTH', '--flat', '10', '--percent', '10'],
      ['MUCH', '--percent', '101'],
      ['NONE', '--flat', '0'],
      ['A', '--flat', '10'],
      ['LATE', '--flat', '10', '--from', '2030-02-01', '--until', '2030-01-01'],
      ['PAST', '--flat', '10', '--until', '2020-01-31'],
      ['NIL', '--percent', '10', '--up-to', '0'],
      ['WHO', '--flat', '10', '--for', 'friends'],
    ]) {
      expect(await add(...args), args.join(' ')).toMatchObject({ code: 2 })
    }
    expect((await runStoreCommand('coupon', 'list')).out).toMatch(/until 2030-01-31$/m)
  })
})

describe('store warehouse', () => {
  const deliversTo = async (latitude: number, longitude: number) => {
    const path = `/api/warehouse/check-delivery?latitude=${latitude}&longitude=${longitude}`
    return (await (await store.api.request(path)).json()) as { success: boolean; data?: object }
  }

  test('adds a warehouse, changes it, and closes it for new orders [ops.1]', async () => {
    const before = await deliversTo(23.2599, 77.4126)
    const added = await runStoreCommand(
      ...['warehouse', 'add', 'bhopal', '--name', 'Pehno Bhopal', '--city', 'Bhopal'],
      ...['--state', 'Madhya Pradesh', '--pincode', '462001', '--latitude', '23.2599'],
      ...['--longitude', '77.4126', '--radius', '20', '--minutes', '50'],
    )
    const open = await deliversTo(23.2599, 77.4126)
    const changed = await runStoreCommand(
      'warehouse',
      'change',
      'bhopal',
      '--minutes',
      '25',
      '--try-and-buy',
    )
    const quick = await deliversTo(23.2599, 77.4126)
    await runStoreCommand('warehouse', 'change', 'bhopal', '--no-open')

    expect(before.success).toBe(false)
    expect(added.out).toMatch(/^bhopal {2}Pehno Bhopal {2}Bhopal, Madhya Pradesh 462001/)
    expect(open).toMatchObject({ data: { result: { city: 'Bhopal', tryAndBuy: false } } })
    expect(changed.out).toContain('25 minutes  Standard, Try & Buy  open')
    expect(quick).toMatchObject({ data: { result: { tryAndBuy: true } } })
    expect((await deliversTo(23.2599, 77.4126)).success).toBe(false)
    expect((await runStoreCommand('warehouse', 'list')).out).toMatch(/bhopal.*closed/)
    const until = ['--until', '2099-12-01', '--message', 'Stocktaking.']
    const closed = await runStoreCommand('warehouse', 'close', 'bhopal', ...until)
    expect(closed.out).toMatch(/closed until Tue, 1 Dec$/)
    await runStoreCommand('warehouse', 'change', 'bhopal', '--no-open')
    expect((await runStoreCommand('warehouse', 'list')).out).toMatch(/bhopal.*closed$/m)
    const past = await runStoreCommand('warehouse', 'close', 'bhopal', '--until', '2026-11-01')
    expect(past.err).toContain('Must be a day after today.')
    expect((await runStoreCommand('warehouse', 'open', 'bhopal')).out).toMatch(/open$/)
    const [reopened] = (await runStoreCommand('warehouse', 'list', '--json')).json<object[]>()
    expect(reopened).toMatchObject({ isOpen: true, closedUntil: null, closedMessage: '' })
    await runStoreCommand('warehouse', 'change', 'bhopal', '--no-open')
  })

  test('is refused for an existing id, an unknown id, or a place outside India [ops.1]', async () => {
    const place = [
      '--name',
      'N',
      '--city',
      'C',
      '--state',
      'Goa',
      '--radius',
      '5',
      '--minutes',
      '9',
    ]
    const point = ['--latitude', '22.7', '--longitude', '75.8']
    await runStoreCommand('warehouse', 'add', 'twice', ...place, ...point)

    expect((await runStoreCommand('warehouse', 'add', 'twice', ...place, ...point)).err).toBe(
      'Warehouse twice already exists.',
    )
    expect((await runStoreCommand('warehouse', 'change', 'none', '--minutes', '5')).err).toBe(
      'Warehouse none does not exist.',
    )
    for (const args of [
      ['add', 'half', ...place],
      ['add', 'paris', ...place, '--latitude', '48.8', '--longitude', '2.3'],
      ['change', 'twice'],
      ['change', 'twice', '--pincode', '123'],
      ['change', 'twice', '--state', 'Madya Pradesh'],
    ]) {
      expect(await runStoreCommand('warehouse', ...args), args.join(' ')).toMatchObject({
        code: 2,
      })
    }
  })
})

describe('store charges', () => {
  test('sets shipping and trial charges, which the store shows and applies [ops.1] [checkout.3]', async () => {
    const set = await runStoreCommand('charges', 'set', 'standard', '--shipping', '49.50', '--json')
    const trial = await runStoreCommand('charges', 'set', 'try-and-buy', '--trial', '120')
    const shown = await runStoreCommand('charges', 'show')
    const chargesResponse = await store.api.request('/api/shipping-charge/get-shipping-charge')
    const buyer = await createBuyer(store.db)
    await addToCart(store.db, buyer.userId, { productId: await onSale(store.db) })
    const { response } = await placeOrder(store.api, buyer, {
      body: { ...orderRequest(buyer, await readCart(store.api, buyer)), totalAmount: 1 },
    })

    expect(set.json()).toEqual({
      purchaseType: 'Standard',
      shippingPaise: 4950,
      trialPaise: 0,
    })
    expect([trial.code, shown.code]).toEqual([0, 0])
    expect(shown.out).toMatch(
      /^Standard\s+shipping ₹49\.50\s+trial ₹0\.00\nTry and Buy\s+shipping ₹0\.00\s+trial ₹120\.00$/,
    )
    expect((await chargesResponse.json()) as object).toMatchObject({
      result: [{ shippingType: 'Standard', chargeAmount: 49.5 }],
    })
    expect(response).toMatchObject({
      code: 'price_changed',
      summary: { finalAmount: 999_00 + 4950 },
    })
    await runStoreCommand('charges', 'set', 'standard', '--shipping', '0')
    await runStoreCommand('charges', 'set', 'try-and-buy', '--trial', '99')
  })

  test.for([
    ['set', 'standard'],
    ['set', 'express', '--shipping', '10'],
    ['set', 'standard', '--shipping', '-1'],
  ])('changes nothing on wrong usage: %s %s [ops.1]', async (words) => {
    expect((await runStoreCommand('charges', ...words)).code).toBe(2)
  })
})

describe('store offer', () => {
  test('is sent after a confirmation only, and never without a text [ops.1] [pwa.14]', async () => {
    const unconfirmed = await runStoreCommand('offer', 'Festive week', 'Sarees for less')
    const empty = await runStoreCommand('offer', ' ', 'Sarees for less', '--yes')
    const invisible = await runStoreCommand('offer', 'Festive week', '\u200B\u202E', '--yes')
    const sent = await runStoreCommand('offer', 'Festive week', 'Sarees for less', '--yes')

    expect(unconfirmed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Send "Festive week: Sarees for less" to all customers.*--yes/),
    })
    expect([empty.code, invisible.code]).toEqual([2, 2])
    for (const path of ['collections', '//other.example', '/\\other.example', '/a b']) {
      expect(
        await runStoreCommand('offer', 'Festive week', 'Sarees', '--path', path, '--yes'),
        path,
      ).toMatchObject({ code: 2 })
    }
    expect(sent).toMatchObject({ code: 0, out: 'The offer is being sent to 0 devices.' })
  })
})

test('texts that customers see are stored without invisible characters [ops.1] [safe.3]', async () => {
  const { number } = await placeCashOrder(store)
  const name = 'Ravi\u202E Sol\u200Banki\u001B'

  await runStoreCommand('order', 'send', number, '--agent', name, '--phone', '6000010102')

  const shown = await runStoreCommand('order', 'show', number, '--json')
  expect(shown.json<{ agent: object }>().agent).toMatchObject({ name: 'Ravi Solanki' })
})
