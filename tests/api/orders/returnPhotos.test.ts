import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Order } from '#contract/orders/order.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { returnPhotos } from '#server/database/schema/orders.ts'
import { returnPhotoRoutes } from '#server/features/orders/returns.ts'
import { deleteExpired } from '#server/jobs/maintenance.ts'
import { test as deliveredTest } from '#tests/support/api/tests/deliveredTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { advanceClock } from '#tests/support/api/tests/paymentTest.ts'
import { aJpeg, sendReturnPhoto } from '#tests/support/api/sendReturnPhoto.ts'
import { hourMs } from '#server/platform/runtime/clock.ts'

type ReturnFixture = {
  /** Uploads another photo and returns its URL. */
  photo: () => Promise<string>
  /** Requests the return of the delivered line with these photos. */
  requestReturn: (paths: string[]) => Promise<number>
  /** The photos of the return. */
  shown: () => Promise<string[] | undefined>
}

const test = deliveredTest.extend<ReturnFixture>({
  photo: async ({ api, me }, use) =>
    use(async () => (await sendReturnPhoto(api, me, await aJpeg(40))).url),
  requestReturn: async ({ delivered: { orderId, lineId }, send }, use) =>
    use(async (paths) => {
      const line = { orderItemId: lineId, returnReason: 'Quality issue', returnPhotos: paths }
      const body = { orderId, returnData: [line], action: 'returnProduct' }
      return (await send('PATCH', 'orders/return', body)).status
    }),
  shown: async ({ order }, use) =>
    use(async () => {
      const { products }: Order = await order()
      return products[0]?.returnDetails?.returnPhotos
    }),
})

describe('the photos of a return', () => {
  test('are those that the customer uploaded, each once; invalid URLs are left out [order.5]', async ({
    photo,
    requestReturn,
    shown,
  }) => {
    const [first, second] = [await photo(), await photo()]

    expect(await requestReturn([first, second, first, 'placeholder.png'])).toBe(200)

    expect(await shown()).toEqual([first, second])
  })

  test('must be the customer’s own [safe.2] [order.5]', async ({
    api,
    db,
    order,
    photo,
    requestReturn,
  }) => {
    const ravi = await aUser(db)
    const his = (await sendReturnPhoto(api, ravi, await aJpeg(40))).url
    const mine = await photo()

    expect(await requestReturn([mine, his])).toBe(400)
    expect(await requestReturn([`/photos/returns/${crypto.randomUUID()}.webp`])).toBe(400)

    expect(await order()).toMatchObject({ orderStatus: 'Delivered' })
    expect(await requestReturn([mine])).toBe(200)
  })

  test('belong to one line only [order.5]', async ({ db, photo, requestReturn }) => {
    const used = await photo()
    await db.update(returnPhotos).set({ lineId: 'another line' })

    expect(await requestReturn([used])).toBe(400)
  })

  test('are deleted after a day without a return [order.5] [law.1]', async ({
    db,
    photo,
    requestReturn,
  }) => {
    const [used, unused] = [await photo(), await photo()]
    await requestReturn([used])
    const statusOf = async (path: string) => (await returnPhotoRoutes(db).request(path)).status
    advanceClock(23 * hourMs)
    await deleteExpired(db)
    const before = [await statusOf(used), await statusOf(unused)]

    advanceClock(2 * hourMs)
    await deleteExpired(db)

    expect(before).toEqual([200, 200])
    expect([await statusOf(used), await statusOf(unused)]).toEqual([200, 404])
    expect(await db.$count(returnPhotos)).toBe(1)
  })

  test('are limited per day [safe.4]', async ({ api, db, me }) => {
    const picture = await aJpeg(8)
    await sendReturnPhoto(api, me, picture)
    const perUserDaily = 25
    const bucket = `return-photos:${me.userId}`
    await db
      .update(rateLimits)
      .set({ count: perUserDaily - 1 })
      .where(eq(rateLimits.bucket, bucket))

    const statuses = [
      await sendReturnPhoto(api, me, picture),
      await sendReturnPhoto(api, me, picture),
    ]

    expect(statuses.map(({ status }) => status)).toEqual([200, 429])
  })
})
