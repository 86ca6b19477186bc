import { expect, test } from 'vitest'

import { ownPhotoUrls, publicPhotoUrls } from './reviewPhotos.ts'

test('until a photo is approved only its author knows its URL [safe.5]', () => {
  const pending = '/photos/pending/one.webp'

  expect(ownPhotoUrls({ id: 'one', approvedAt: null })).toEqual({
    url: pending,
    thumbnail: pending,
  })
})

test('an approved photo has one public URL, and a thumbnail', () => {
  const urls = { url: '/photos/reviews/one.webp', thumbnail: '/photos/reviews/one-small.webp' }

  expect(publicPhotoUrls('one')).toEqual(urls)
  expect(ownPhotoUrls({ id: 'one', approvedAt: new Date() })).toEqual(urls)
})
