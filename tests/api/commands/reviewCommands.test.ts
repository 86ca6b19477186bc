import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'

import type { ReviewsResponse } from '#contract/catalogue/review.ts'
import type { PendingPhoto } from '#server/features/reviews/reviewPhotos.ts'
import {
  commandStore,
  type Ordered,
  placeCashOrder,
  runSteps,
} from '#tests/support/api/tests/commandTest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { runStoreCommand } from '#tests/support/api/runStoreCommand.ts'
import { aJpeg, sendPhoto } from '#tests/support/api/sendReturnPhoto.ts'

const store = commandStore()

/** A delivered kurta, reviewed with that many photos. */
async function aReview(photoCount: number): Promise<Ordered> {
  const ordered = await placeCashOrder(store)
  const { buyer, number, productId } = ordered
  await runSteps(number, 'send', 'on-the-way', 'delivered')
  const path = `products/${productId}/reviews`
  const photos = []
  for (let nth = 0; nth < photoCount; nth++) {
    const sent = { path: `${path}/photos`, picture: await aJpeg(20 + nth) }
    photos.push((await sendPhoto(store.api, buyer, sent)).url)
  }
  const body = { stars: 4, words: 'Soft\u001b[2J and light', photos }
  await store.api.request(`/api/${path}`, withToken(buyer.token, 'POST', body))
  return ordered
}

async function shownOf({ productId }: Ordered): Promise<string[]> {
  const response = await store.api.request(`/api/products/${productId}/reviews`)
  const { result } = (await response.json()) as ReviewsResponse
  return result.data.flatMap(({ photos }) => photos.map(({ url }) => url))
}

const pending = async () =>
  (await runStoreCommand('review', 'photos', '--json')).json<PendingPhoto[]>()

describe('store review', () => {
  test('lists photos to check with a link, and shows or deletes them [product.8] [ops.1]', async () => {
    const reviewed = await aReview(3)
    const [first, second, third] = (await pending()).map(({ id }) => id) as [string, string, string]

    const listed = await runStoreCommand('review', 'photos')
    const approved = await runStoreCommand('review', 'approve', first, second)
    const unconfirmed = await runStoreCommand('review', 'reject', third)
    const rejected = await runStoreCommand('review', 'reject', third, '--yes')

    expect(listed.out).toContain('Blue kurta  4 stars, Asha')
    expect(listed.out).toContain(`  http://localhost:3000/photos/pending/${first}.webp`)
    expect(listed.out).toContain('Soft')
    expect(listed.out).not.toContain('\u001b')
    expect(listed.out).toMatch(/\n3 photos to check\.$/)
    expect(approved.out).toBe(
      `${first} is shown with its review.\n${second} is shown with its review.`,
    )
    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
    expect(rejected).toMatchObject({ code: 0, out: `${third} is deleted.` })
    expect((await runStoreCommand('review', 'photos')).out).toBe('0 photos to check.')
    expect(await shownOf(reviewed)).toEqual([
      `/photos/reviews/${first}.webp`,
      `/photos/reviews/${second}.webp`,
    ])
  })

  test('deletes a photo that is shown already [product.8] [ops.1]', async () => {
    const reviewed = await aReview(1)
    const [photo] = await pending()
    const id = photo?.id ?? ''
    await runStoreCommand('review', 'approve', id)
    expect(await shownOf(reviewed)).toHaveLength(1)

    const rejected = await runStoreCommand('review', 'reject', id, '--yes', '--json')

    expect(rejected.json()).toEqual([{ id, decision: 'reject' }])
    expect(await shownOf(reviewed)).toEqual([])
  })

  test('decides about the other photos when one id is unknown [product.8] [ops.1]', async () => {
    await aReview(2)
    const [first, second] = (await pending()).map(({ id }) => id) as [string, string]
    const nobody = randomUUID()

    const approved = await runStoreCommand('review', 'approve', first, nobody, second)
    const rejected = await runStoreCommand('review', 'reject', nobody, first, '--yes', '--json')

    expect(approved).toMatchObject({
      code: 1,
      out: `${first} is shown with its review.\n${second} is shown with its review.`,
      err: `There is no review photo with the id ${nobody}.`,
    })
    expect(rejected.code).toBe(1)
    expect(rejected.json()).toEqual([{ id: first, decision: 'reject' }])
    expect(await pending()).toEqual([])
  })

  test('knows only photos of reviews that were sent [product.8] [ops.1]', async () => {
    const { buyer, productId } = await aReview(0)
    const path = `products/${productId}/reviews/photos`
    const { url } = await sendPhoto(store.api, buyer, { path, picture: await aJpeg(20) })
    const [id = ''] = /[\w-]{36}/.exec(url) ?? []
    const unknown = { code: 1, err: `There is no review photo with the id ${id}.` }

    expect(await pending()).toEqual([])
    expect(await runStoreCommand('review', 'approve', id)).toMatchObject(unknown)
    expect(await runStoreCommand('review', 'reject', id, '--yes')).toMatchObject(unknown)
    expect(await runStoreCommand('review', 'approve')).toMatchObject({ code: 2 })
  })
})

describe('the words of a review', () => {
  test('are hidden from everybody but their author, with a reason, and shown again [product.8] [ops.1]', async () => {
    const { buyer, productId } = await aReview(0)
    const path = `/api/products/${productId}/reviews`
    const shown = async () => {
      const { result } = (await (await store.api.request(path)).json()) as ReviewsResponse
      return result.data.map(({ stars, words }) => ({ stars, words }))
    }
    const own = await store.api.request(`${path}/own`, withToken(buyer.token))
    const [review] = (await runStoreCommand('review', 'list', '--json')).json<{ id: string }[]>()
    const id = review?.id ?? ''

    const hidden = await runStoreCommand('review', 'hide', id, '--reason', 'Names a neighbour')

    expect(hidden).toMatchObject({ code: 0, out: `The words of ${id} are hidden.` })
    expect(await shown()).toEqual([{ stars: 4, words: '' }])
    expect((await runStoreCommand('review', 'list')).out).toContain('Hidden: Names a neighbour')
    if (own.status === 200) expect(await own.text()).toContain('and light')
    await runStoreCommand('review', 'show', id)
    expect(await shown()).toEqual([{ stars: 4, words: expect.stringContaining('and light') }])
    expect(await runStoreCommand('review', 'hide', 'nobody', '--reason', 'x')).toMatchObject({
      code: 1,
      err: 'There is no review with the id nobody.',
    })
    expect((await runStoreCommand('review', 'hide', id)).code).toBe(2)
  })
})
