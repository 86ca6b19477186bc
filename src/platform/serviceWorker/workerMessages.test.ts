import { expect, test } from 'vitest'

import { isFromWorker, isToWorker } from './workerMessages.ts'

test.each([
  'evidence',
  'probe',
  'get-connectivity',
  'warm-up',
  'cache-urls',
  'cache-home',
  'update-now',
  'claim',
])('the worker accepts the message "%s" [pwa.8]', (type) => {
  expect(isToWorker({ type })).toBe(true)
  expect(isFromWorker({ type })).toBe(false)
})

test.each([undefined, null, 'probe', 7, {}, { type: 'of-a-newer-page' }, { kind: 'probe' }])(
  '%j is not a valid message [pwa.8]',
  (data) => {
    expect(isToWorker(data)).toBe(false)
    expect(isFromWorker(data)).toBe(false)
  },
)

test.each(['connectivity', 'get-may-leave'])(
  'a page knows the message "%s" [pwa.7] [pwa.8]',
  (type) => {
    expect(isFromWorker({ type })).toBe(true)
    expect(isToWorker({ type })).toBe(false)
  },
)
