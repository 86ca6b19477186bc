import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'

import type { OwnReview, ReviewsResponse } from '#contract/catalogue/review.ts'
import * as rules from '#contract/rules.ts'
import { reviewPhotos, reviews } from '#server/database/schema/catalogue.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { approvePhoto, reviewPhotoRoutes } from '#server/features/reviews/reviewPhotos.ts'
import { deleteExpired } from '#server/jobs/maintenance.ts'
import { test as deliveredTest } from '#tests/support/api/tests/deliveredTest.ts'
import { advanceClock } from '#tests/support/api/tests/paymentTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aJpeg, sendPhoto } from '#tests/support/api/sendReturnPhoto.ts'
import { aUser, type Shopper } from '#tests/support/shopper/givens.ts'
import { hourMs } from '#server/platform/runtime/clock.ts'

const idOf = (url: string) => /[\w-]{36}/.exec(url)?.[0] ?? ''

type ReviewFixture = {
  /** Uploads a photo for a review of the delivered kurta. */
  upload: (as?: Shopper, picture?: Buffer) => ReturnType<typeof sendPhoto>
  photo: () => Promise<string>
  review: (photos: string[] | undefined) => Promise<{ status: number; msg: string }>
  /** The photos in the public reviews. */
  shown: () => Promise<{ url: string; thumbnail: string }[]>
  /** The photos in the customer's own review. */
  own: (as?: Shopper) => Promise<OwnReview['photos'] | undefined>
  /** Requests a photo without a login. */
  open: (url: string) => Promise<Response>
}

const test = deliveredTest.extend<ReviewFixture>({
  upload: async ({ api, me, kurta, delivered }, use) => {
    expect(delivered.lineId).toBeTruthy()
    const path = `products/${kurta}/reviews/photos`
    await use(async (as = me, picture) =>
      sendPhoto(api, as, { path, picture: picture ?? (await aJpeg(40)) }),
    )
  },
  photo: async ({ upload }, use) => use(async () => (await upload()).url),
  review: async ({ send, kurta, delivered }, use) => {
    expect(delivered.lineId).toBeTruthy()
    await use(async (photos) => {
      const sent = await send('POST', `products/${kurta}/reviews`, { stars: 4, photos })
      return { status: sent.status, msg: (sent.response as { msg: string }).msg }
    })
  },
  shown: async ({ api, kurta }, use) =>
    use(async () => {
      const response = await api.request(`/api/products/${kurta}/reviews`)
      const { result } = (await response.json()) as ReviewsResponse
      return result.data.flatMap(({ photos }) => photos)
    }),
  own: async ({ api, me, kurta }, use) =>
    use(async (as = me) => {
      const path = `/api/products/${kurta}/reviews/own`
      const response = await api.request(path, withToken(as.token))
      const { result } = (await response.json()) as { result: { review: OwnReview | null } }
      return result.review?.photos
    }),
  open: async ({ db }, use) => use(async (url) => reviewPhotoRoutes(db, db).request(url)),
})

describe('the photos of a review', () => {
  test('are shown to its author at once, and to others once they are approved [product.8] [safe.2]', async ({
    db,
    photo,
    review,
    shown,
    own,
    open,
  }) => {
    const [first, second] = [await photo(), await photo()]

    expect(await review([second, first])).toEqual({
      status: 200,
      msg: 'Thank you for your review. We’ll show your photos once we’ve checked them.',
    })
    expect(await shown()).toEqual([])
    expect(await own()).toEqual([
      { url: second, thumbnail: second, isPending: true },
      { url: first, thumbnail: first, isPending: true },
    ])
    expect(await own(await aUser(db))).toBeUndefined()
    expect((await open(`/photos/reviews/${idOf(first)}.webp`)).status).toBe(404)
    expect((await open(`/photos/reviews/${idOf(first)}-small.webp`)).status).toBe(404)
    const pending = await open(first)
    expect(pending.headers.get('Cache-Control')).toBe('private, no-store')

    await approvePhoto(db, idOf(first))
    await approvePhoto(db, idOf(first))

    const url = `/photos/reviews/${idOf(first)}.webp`
    const thumbnail = `/photos/reviews/${idOf(first)}-small.webp`
    expect(await shown()).toEqual([{ url, thumbnail }])
    expect(await own()).toEqual([
      { url: second, thumbnail: second, isPending: true },
      { url, thumbnail, isPending: false },
    ])
  })

  test('are public WebP files of two sizes, without the metadata of the camera [product.8] [safe.5]', async ({
    db,
    me,
    upload,
    review,
    open,
  }) => {
    const { url } = await upload(me, await aJpeg(3000))
    await review([url])
    await approvePhoto(db, idOf(url))

    const responses = await Promise.all(
      ['.webp', '-small.webp'].map((ending) => open(`/photos/reviews/${idOf(url)}${ending}`)),
    )

    const sizes = []
    for (const response of responses) {
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400')
      expect(response.headers.get('Content-Type')).toBe('image/webp')
      const { width, height, exif } = await sharp(await response.arrayBuffer()).metadata()
      sizes.push([width, height])
      expect(exif).toBeUndefined()
    }
    const { longestEdgePx, thumbnailPx } = rules.reviewPhotos
    expect(sizes).toEqual([
      [longestEdgePx, longestEdgePx],
      [thumbnailPx, thumbnailPx],
    ])
    expect(url).not.toContain(me.userId)
  })

  test('must be the author’s own; a refused review is not saved, and may be sent again [safe.2] [product.8]', async ({
    db,
    photo,
    review,
    own,
  }) => {
    const ravi = await aUser(db)
    const [his] = await db
      .insert(reviewPhotos)
      .values({ userId: ravi.userId, picture: Buffer.of(1) })
      .returning()
    const mine = await photo()

    for (const photoUrl of [`/photos/pending/${his?.id}.webp`, 'https://elsewhere.example/a.png']) {
      expect(await review([mine, photoUrl])).toMatchObject({
        status: 400,
        msg: 'A photo is no longer available. Please add your photos again.',
      })
    }
    expect(await db.$count(reviews)).toBe(0)

    expect((await review([mine])).status).toBe(200)
    expect((await review([mine])).status).toBe(200)
    expect(await own()).toHaveLength(1)
  })

  test('belong to one review [product.8]', async ({ db, me, photo, review }) => {
    const used = await photo()
    await review([used])
    const [row] = await db.select().from(reviews)
    const { id: _, ...rest } = row!
    await db.delete(reviews).where(eq(reviews.userId, me.userId))
    expect(await db.$count(reviewPhotos)).toBe(0)
    const ravi = await aUser(db)
    const [other] = await db
      .insert(reviews)
      .values({ ...rest, userId: ravi.userId })
      .returning()
    const photoOfOther = { userId: me.userId, reviewId: other?.id, picture: Buffer.of(1) }
    const [taken] = await db.insert(reviewPhotos).values(photoOfOther).returning()

    expect((await review([`/photos/pending/${taken?.id}.webp`])).status).toBe(400)
  })

  test('are replaced with the review; approved ones that it keeps stay approved [product.8]', async ({
    db,
    photo,
    review,
    shown,
    open,
  }) => {
    const [stored, dropped] = [await photo(), await photo()]
    await review([stored, dropped])
    for (const url of [stored, dropped]) await approvePhoto(db, idOf(url))

    await review([stored])
    expect((await shown()).map(({ url }) => idOf(url))).toEqual([idOf(stored)])
    expect((await open(`/photos/reviews/${idOf(dropped)}.webp`)).status).toBe(404)
    expect(await review(undefined)).toEqual({ status: 200, msg: 'Thank you for your review' })
    expect(await shown()).toHaveLength(1)
    await review([])

    expect(await shown()).toEqual([])
    expect(await db.$count(reviewPhotos)).toBe(0)
  })

  test('are limited to four [product.8]', async ({ db, photo, review }) => {
    const photos = []
    for (let nth = 0; nth <= 4; nth++) photos.push(await photo())

    expect((await review(photos)).status).toBe(400)
    expect((await review(photos.slice(1))).status).toBe(200)
    expect(await db.$count(reviews)).toBe(1)
  })

  test('are deleted after a day without a review [product.8] [law.1]', async ({
    db,
    photo,
    review,
    open,
  }) => {
    const [used, unused] = [await photo(), await photo()]
    await review([used])
    advanceClock(25 * hourMs)

    await deleteExpired(db)

    expect([(await open(used)).status, (await open(unused)).status]).toEqual([200, 404])
  })
})

describe('a photo for a review', () => {
  test('is accepted only from customers who received the item [product.8] [safe.4]', async ({
    db,
    upload,
  }) => {
    expect(await upload(await aUser(db))).toMatchObject({
      status: 409,
      msg: 'Only customers who bought this item can review it',
    })
    expect(await db.$count(reviewPhotos)).toBe(0)
  })

  test('must be a photo of at most 2 MB [product.8] [safe.3]', async ({ me, upload }) => {
    const files = [Buffer.from('<svg/>'), Buffer.from(''), Buffer.alloc(3 * 1024 * 1024, 1)]

    const statuses = []
    for (const file of files) statuses.push((await upload(me, file)).status)

    expect(statuses).toEqual([400, 400, 413])
  })

  test('counts towards the daily limit [product.8] [safe.4]', async ({ db, me, upload }) => {
    await upload()
    const bucket = eq(rateLimits.bucket, `review-photos:${me.userId}`)
    const perUserDaily = 20
    await db
      .update(rateLimits)
      .set({ count: perUserDaily - 1 })
      .where(bucket)

    expect((await upload()).status).toBe(200)
    expect(await upload()).toMatchObject({
      status: 429,
      msg: 'You’ve reached today’s limit for photos. Please try again tomorrow.',
    })
  })

  test.for([
    '/photos/reviews/nothing.webp',
    `/photos/reviews/${crypto.randomUUID()}.webp`,
    `/photos/pending/${crypto.randomUUID()}.webp`,
  ])('%s is not found, and that is not cached [product.8] [safe.3]', async (path, { open }) => {
    const response = await open(path)

    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })
})
