import { expect, test } from 'vitest'

import { type Call, calls } from '#contract/calls.ts'
import { rules } from '#contract/rules.ts'
import { keepingOf } from './routes.ts'

const example = (path: string) => `/api${path.replace(/:\w+/g, 'some-id')}`
const all = Object.entries<Call>(calls)

test.each(all.filter(([, { access, method }]) => access === 'user' && method === 'GET'))(
  '%s needs a sign-in and is never kept [pwa.4]',
  (_, { path }) => expect(keepingOf(example(path))).toBeUndefined(),
)

test.each(all.filter(([, { access, method }]) => access === 'public' && method === 'GET'))(
  '%s is kept as the contract says [pwa.3]',
  (_, { path, keep }) => {
    const { filtersMs, termsMs, listsMs } = rules.freshFor
    const freshMs = {
      filters: filtersMs,
      terms: termsMs,
      lists: listsMs,
      asked: 0,
      never: undefined,
    }

    expect(keepingOf(example(path))?.freshMs).toBe(freshMs[keep])
  },
)

test.each(['/api/unknown', '/api/products', '/healthz', '/api/products/a/b/c', '/cart'])(
  '%s is not touched',
  (path) => expect(keepingOf(path)).toBeUndefined(),
)
