import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'

import type { Invoice } from '#contract/invoice.ts'
import { productSizes } from '#server/database/catalogueTables.ts'
import { orderEvents } from '#server/database/orderTables.ts'
import { keepStoreFacts } from '#server/database/readStoreFacts.ts'
import { demoStore } from '#server/demo/catalogue/demoStore.ts'
import { moveOrder } from '#server/features/orders/moveOrder.ts'
import { returnPhotoRoutes } from '#server/features/orders/returnPhotoRoutes.ts'
import { orderNews } from '#server/platform/orderNews.ts'
import { test } from '#tests/support/deliveredTest.ts'
import * as given from '#tests/support/givens.ts'
import { aPicture, sendReturnPhoto } from '#tests/support/sendReturnPhoto.ts'

describe('GET /orders/{id}/invoice', () => {
  test('adds up to what was paid, tax and all, once the goods have left [order.9]', async ({
    db,
    orderId,
    send,
  }) => {
    await keepStoreFacts(db, demoStore)
    expect((await send('GET', `orders/${orderId}/invoice`)).status).toBe(409)
    await moveOrder(db, { orderId, to: 'Shipped', by: 'courier' })

    const { result } = (await send('GET', `orders/${orderId}/invoice`)).answer as {
      result: Invoice
    }

    expect(result.number).toMatch(/^PEH\/\d{4}-\d{2}\/\d{6}$/)
    expect(result.seller.gstin).toBe(demoStore.legalEntity.gstin)
    expect(result.total).toBe(999_00)
    const [line] = result.lines
    expect(line).toMatchObject({
      gstPercent: 5,
      taxable: 951_43,
      cgst: 23_78,
      sgst: 23_79,
      igst: 0,
    })
    await moveOrder(db, { orderId, to: 'On the way', by: 'courier' })
    expect((await send('GET', `orders/${orderId}/invoice`)).answer).toMatchObject({ result })
  })
})

describe('POST /orders/{id}/again', () => {
  test('fills the bag with what is still to be had, and names the rest [order.9]', async ({
    db,
    orderId,
    send,
    kurta,
  }) => {
    const again = () => send('POST', `orders/${orderId}/again`, {})
    const { answer } = await again()
    await db.update(productSizes).set({ onHand: 0 }).where(eq(productSizes.productId, kurta))

    expect(answer).toMatchObject({
      result: { cart: { products: [{ productId: { _id: kurta }, size: 'M' }] }, missing: [] },
    })
    expect((await again()).answer).toMatchObject({ result: { missing: ['Blue kurta, M'] } })
  })
})

describe('POST /orders/return-photos', () => {
  test('keeps a picture small and without what the camera wrote into it [order.5] [safe.5]', async ({
    api,
    db,
    me,
  }) => {
    const { url } = await sendReturnPhoto(api, me, await aPicture(3000))

    const shown = await returnPhotoRoutes(db).request(url)

    expect(shown.headers.get('Cache-Control')).toContain('no-store')
    const kept = await sharp(await shown.arrayBuffer()).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 1600 })
    expect(kept.exif).toBeUndefined()
  })

  test('refuses what is no picture, and what is too large [safe.3]', async ({ api, me }) => {
    const sendBytes = async (body: Uint8Array<ArrayBuffer>) => {
      const headers = { Authorization: `Bearer ${me.token}` }
      const request = { method: 'POST', headers, body }
      return (await api.request('/api/orders/return-photos', request)).status
    }

    expect(await sendBytes(new TextEncoder().encode('<script>'))).toBe(400)
    expect(await sendBytes(new Uint8Array(2 * 1024 * 1024 + 1))).toBe(413)
  })
})

describe('GET /orders/events', () => {
  test('tells an open page of a change at once [order.10]', async ({ api, db, me, orderId }) => {
    const answer = await api.request('/api/orders/events', {
      headers: { Authorization: `Bearer ${me.token}` },
    })
    expect(answer.headers.get('Content-Type')).toContain('text/event-stream')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()

    await moveOrder(db, { orderId, to: 'Shipped', by: 'courier' })

    let heard = ''
    while (!heard.includes('"Shipped"')) heard += (await reader.read()).value
    expect(heard).toContain('event: order')
    expect(heard).toContain(orderId)
    await reader.cancel()
  })

  test('tells each change once, and only the customer whose order it is [order.10] [safe.2]', async ({
    db,
    me,
    orderId,
  }) => {
    const news = orderNews(5)
    const stranger = await given.aUser(db)
    const told = { me: [] as string[], stranger: [] as string[] }
    const listen = (who: keyof typeof told, userId: string) =>
      news.follow(db, { userId, tell: (id) => told[who].push(id), hangUp: () => undefined })
    const stops = [listen('me', me.userId), listen('stranger', stranger.userId)]

    for (const to of ['Shipped', 'On the way'] as const) {
      await moveOrder(db, { orderId, to, by: 'courier' })
      const changes = await db.$count(orderEvents, eq(orderEvents.orderId, orderId))
      await vi.waitFor(() => expect(told.me.length).toBeGreaterThanOrEqual(changes))
    }
    const changes = await db.$count(orderEvents, eq(orderEvents.orderId, orderId))
    for (const stop of stops) stop()

    expect(told).toEqual({ me: Array(changes).fill(orderId), stranger: [] })
  })
})
