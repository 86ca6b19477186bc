import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect } from 'vitest'

import type { Invoice } from '#contract/orders/order.ts'
import { stockLevels } from '#server/database/schema/stock.ts'
import type { Database } from '#server/database/client/connect.ts'
import { invoices, orderLines } from '#server/database/schema/orders.ts'
import { saveInitialStoreFacts } from '#server/commerce/storeFacts.ts'
import { shippingCharges } from '#server/database/schema/storefront.ts'
import { demoFacts } from '#server/demo/demoFacts.ts'
import { transitionOrder } from '#server/features/orders/orderTransitions.ts'
import { refuseAtDoor } from '#server/features/orders/orderOperations.ts'
import { returnPhotoRoutes } from '#server/features/orders/returns.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test } from '#tests/support/api/tests/deliveredTest.ts'
import * as given from '#tests/support/shopper/givens.ts'
import { startedPaymentOf } from '#tests/support/api/tests/paymentTest.ts'
import { aJpeg, sendReturnPhoto } from '#tests/support/api/sendReturnPhoto.ts'

describe('GET /orders/{id}/invoice', () => {
  test('adds up to the paid amount including tax, once the order has shipped [order.9]', async ({
    db,
    orderId,
    send,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    expect((await send('GET', `orders/${orderId}/invoice`)).status).toBe(409)
    await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })

    const { result } = (await send('GET', `orders/${orderId}/invoice`)).response as {
      result: Invoice
    }

    expect(result.number).toMatch(/^PEH\/\d{4}-\d{2}\/\d{6}$/)
    expect(result.seller.gstin).toBe(demoFacts.legalEntity.gstin)
    expect(result.total).toBe(999_00)
    const [line] = result.lines
    expect(line).toMatchObject({
      gstPercent: 5,
      taxable: 951_42,
      cgst: 23_79,
      sgst: 23_79,
      igst: 0,
    })
    await transitionOrder(db, { orderId, to: 'On the way', by: 'courier' })
    expect((await send('GET', `orders/${orderId}/invoice`)).response).toMatchObject({ result })
  })
})

describe('invoices', () => {
  afterEach(() => setClock())

  const invoiceOf = async (db: Database, orderId: string) => {
    const [{ content } = {}] = await db.select().from(invoices).where(eq(invoices.orderId, orderId))
    return content as Invoice
  }

  test('to another state have IGST on items and delivery; within the state CGST and SGST [order.9]', async ({
    db,
    me,
    kurta,
    place,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const shipping = { shippingType: 'Standard', chargePaise: 49_00 } as const
    await db
      .insert(shippingCharges)
      .values(shipping)
      .onConflictDoUpdate({ target: shippingCharges.shippingType, set: shipping })
    const remoteAddress = await given.saveAddress(db, me.userId, {
      ...given.numbersOf(given.pune),
      ...{ city: 'Pune', state: 'Maharashtra', postalCode: '411014' },
    })
    await given.stockUp(db, { productId: kurta, warehouseId: 'pune', stock: { M: 1 } })
    const taxesTo = async (addressId: string) => {
      await given.addToCart(db, me.userId, { productId: kurta })
      const { _id: orderId } = startedPaymentOf(
        await place({ addressId, totalAmount: 1048_00 }),
      ).order
      await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
      const { lines } = await invoiceOf(db, orderId)
      return lines.map(({ name, cgst, sgst, igst }) => [name, cgst, sgst, igst])
    }

    const ofUnion = [
      ['Amodra Blue kurta, M', 0, 0, 47_57],
      ['Delivery charges', 0, 0, 7_47],
    ]
    expect(await taxesTo(remoteAddress)).toEqual(ofUnion)
    // GST depends on the state of the delivery address, not on that of the warehouse.
    const beyond = await given.saveAddress(db, me.userId, { state: 'Rajasthan' })
    expect(await taxesTo(beyond)).toEqual(ofUnion)
    const halves = [
      ['Amodra Blue kurta, M', 23_79, 23_79, 0],
      ['Delivery charges', 3_74, 3_74, 0],
    ]
    expect(await taxesTo(me.addressId)).toEqual(halves)
    // An address without a state counts as in the warehouse's state.
    const stateless = await given.saveAddress(db, me.userId, { state: '' })
    expect(await taxesTo(stateless)).toEqual(halves)
  })

  test('tax the delivery by state even if a coupon leaves no tax on the items [order.9]', async ({
    db,
    me,
    kurta,
    place,
  }) => {
    const { state: _, ...legalEntity } = demoFacts.legalEntity
    await saveInitialStoreFacts(db, { ...demoFacts, legalEntity })
    const shipping = { shippingType: 'Standard', chargePaise: 49_00 } as const
    await db
      .insert(shippingCharges)
      .values(shipping)
      .onConflictDoUpdate({ target: shippingCharges.shippingType, set: shipping })
    const deliveryTaxTo = async (state: string) => {
      const addressId = await given.saveAddress(db, me.userId, { state })
      await given.addToCart(db, me.userId, { productId: kurta })
      const placed = await place({ addressId, totalAmount: 1048_00 })
      const { _id: orderId } = startedPaymentOf(placed).order
      const untaxed = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }
      const coupon = { couponSharePaise: 999_00, netPaise: 0 }
      await db
        .update(orderLines)
        .set({ ...untaxed, ...coupon })
        .where(eq(orderLines.orderId, orderId))
      await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
      const { cgst, sgst, igst } = (await invoiceOf(db, orderId)).lines.at(-1)!
      return [cgst, sgst, igst]
    }

    const halves = [3_74, 3_74, 0]
    expect(await deliveryTaxTo('Madhya Pradesh')).toEqual(halves)
    expect(await deliveryTaxTo('')).toEqual(halves)
    expect(await deliveryTaxTo('Rajasthan')).toEqual([0, 0, 7_47])
  })

  test('are numbered without gaps from 1 each April in Indian time, credit notes separately [order.9]', async ({
    db,
    me,
    kurta,
    place,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const ship = async (at: string) => {
      setClock()
      await given.addToCart(db, me.userId, { productId: kurta })
      const { _id: orderId } = startedPaymentOf(await place()).order
      setClock(() => new Date(at))
      await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
      return orderId
    }

    const orderIds = [
      await ship('2027-03-31T09:00:00Z'),
      await ship('2027-03-31T18:29:59Z'),
      await ship('2027-03-31T18:30:00Z'),
    ]
    const [first = '', second = '', third = ''] = orderIds
    await transitionOrder(db, { orderId: third, to: 'On the way', by: 'courier' })
    await refuseAtDoor(db, third)

    const issued = await db
      .select()
      .from(invoices)
      .orderBy(asc(invoices.kind), asc(invoices.series), asc(invoices.number))
    expect(issued.map(({ orderId, content }) => [orderId, (content as Invoice).number])).toEqual([
      [third, 'PEH-CN/2027-28/000001'],
      [first, 'PEH/2026-27/000001'],
      [second, 'PEH/2026-27/000002'],
      [third, 'PEH/2027-28/000001'],
    ])
  })

  test('have equal halves line by line and in total, and a credit note takes all of it back [order.9]', async ({
    db,
    me,
    place,
  }) => {
    await saveInitialStoreFacts(db, demoFacts)
    const prices = [5258_00, 3333_00, 777_00, 101_00]
    for (const pricePaise of prices) {
      const productId = await given.onSale(db, { pricePaise, mrpPaise: 9999_00 })
      await given.addToCart(db, me.userId, { productId })
    }
    const totalAmount = prices.reduce((total, price) => total + price, 0)
    const { _id: orderId } = startedPaymentOf(await place({ totalAmount })).order
    await transitionOrder(db, { orderId, to: 'Shipped', by: 'courier' })
    await transitionOrder(db, { orderId, to: 'On the way', by: 'courier' })
    await refuseAtDoor(db, orderId)

    const [note, invoice] = (
      await db.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(invoices.kind)
    ).map(({ content }) => content as Invoice)

    expect(invoice?.lines.map(({ cgst }) => cgst)).toEqual(invoice?.lines.map(({ sgst }) => sgst))
    const totals = invoice?.lines.map(({ taxable, cgst, sgst }) => taxable + cgst + sgst)
    expect(new Set(totals)).toEqual(new Set(prices))
    expect([invoice?.total, note?.total]).toEqual([totalAmount, totalAmount])
    expect(note?.lines).toEqual(invoice?.lines)
  })
})

describe('POST /orders/{id}/again', () => {
  test.for([
    ['given in exchange', { exchangeSize: 'L' }, 'L'],
    ['kept after a trial', { trialSize: 'S', soldSize: 'S' }, 'S'],
  ] as const)(
    'adds the size %s in the ordered quantity [order.9]',
    async ([, sizes, size], { db, me, kurta, place, send }) => {
      await given.addToCart(db, me.userId, { productId: kurta, quantity: 2 })
      const { _id: orderId } = startedPaymentOf(await place()).order
      await db.update(orderLines).set(sizes).where(eq(orderLines.orderId, orderId))

      expect((await send('POST', `orders/${orderId}/again`, {})).response).toMatchObject({
        result: { cart: { products: [{ size, quantity: 2 }] }, missing: [] },
      })
    },
  )

  test('adds available items to the bag, and names the others [order.9]', async ({
    db,
    orderId,
    send,
    kurta,
  }) => {
    const again = () => send('POST', `orders/${orderId}/again`, {})
    const { response } = await again()
    await db.update(stockLevels).set({ onHand: 0 }).where(eq(stockLevels.productId, kurta))

    expect(response).toMatchObject({
      result: { cart: { products: [{ productId: { _id: kurta }, size: 'M' }] }, missing: [] },
    })
    expect((await again()).response).toMatchObject({ result: { missing: ['Blue kurta, size M'] } })
  })
})

describe('POST /orders/return-photos', () => {
  test('stores a photo resized and without metadata [order.5] [safe.5]', async ({
    api,
    db,
    me,
  }) => {
    const { url } = await sendReturnPhoto(api, me, await aJpeg(3000))

    const shown = await returnPhotoRoutes(db).request(url)

    expect(shown.headers.get('Cache-Control')).toContain('no-store')
    const stored = await sharp(await shown.arrayBuffer()).metadata()
    expect(stored).toMatchObject({ format: 'webp', width: 1600 })
    expect(stored.exif).toBeUndefined()
  })

  test('refuses files that are not photos or too large [safe.3]', async ({ api, me }) => {
    const sendBytes = async (body: Uint8Array<ArrayBuffer>) => {
      const headers = { Authorization: `Bearer ${me.token}` }
      const request = { method: 'POST', headers, body }
      return (await api.request('/api/orders/return-photos', request)).status
    }

    expect(await sendBytes(new TextEncoder().encode('<script>'))).toBe(400)
    expect(await sendBytes(new Uint8Array(2 * 1024 * 1024 + 1))).toBe(413)
  })
})
