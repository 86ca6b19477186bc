import { expect, test } from 'vitest'

import { ownPhotoUrls, publicPhotoUrls } from './reviewPhotos.ts'

test('before it is approved only its customer knows the address of a photo [safe.5]', () => {
  const pending = '/photos/pending/one.webp'

  expect(ownPhotoUrls({ id: 'one', approvedAt: null })).toEqual({
    url: pending,
    thumbnail: pending,
  })
})

test('an approved photo has one address for everybody, and a thumbnail', () => {
  const urls = { url: '/photos/reviews/one.webp', thumbnail: '/photos/reviews/one-small.webp' }

  expect(publicPhotoUrls('one')).toEqual(urls)
  expect(ownPhotoUrls({ id: 'one', approvedAt: new Date() })).toEqual(urls)
})
