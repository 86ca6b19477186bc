import { expect, test } from 'vitest'

import { sameOriginPath } from './DeferredDialogs.tsx'

test.each([
  ['/checkout', '/checkout'],
  ['/order-tracking?id=7#top', '/order-tracking?id=7#top'],
  ['//evil.example/checkout', undefined],
  ['/\\evil.example', undefined],
  ['https://evil.example/', undefined],
  ['https://pehno.example/checkout', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('after a login %s leads to %s [shell.5]', (stored, path) => {
  expect(sameOriginPath(stored, 'https://pehno.example')).toBe(path)
})
