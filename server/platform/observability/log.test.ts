import { expect, test } from 'vitest'

import { redact } from './log.ts'

const token = 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c'

test.each([
  ['a phone number', 'no account for 9876543210', '9876543210'],
  ['a phone number with its country code', 'sent to +91 98765 43210', '98765 43210'],
  ['a code', 'your code is 482913', '482913'],
  ['a token', `bad token ${token}`, token],
  ['a bearer header', 'Authorization: Bearer abc.def', 'abc.def'],
  ['a place', 'asked for 22.719568,75.857727', '22.719568'],
  ['an email address', 'asha.k@mail.example wrote', 'asha.k@mail.example'],
  ['a query', 'GET /api/places/search?q=vijay+nagar failed', 'vijay'],
])('logs contain no %s [ops.3]', (_what, text, secret) => {
  expect(redact(text)).not.toContain(secret)
})

test('personal fields are removed at any depth, others stay [ops.3]', () => {
  const entry = { orderId: 'o1', user: { firstName: 'Asha' }, more: [{ otp: '482913', count: 2 }] }

  expect(redact(entry)).toEqual({
    orderId: 'o1',
    user: '[removed]',
    more: [{ otp: '[removed]', count: 2 }],
  })
})

test('a failed query is logged with its text and cause, without its values [ops.3]', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'users_contact_number_unique',
    detail: 'Key (contact_number)=(9876543210) already exists.',
  })
  const error = new Error('Failed query: insert into users\nparams: Asha,9876543210', { cause })

  const written = redact({ err: error }) as { err: { message: string; cause: object } }

  expect(written.err.message).toBe('Failed query: insert into users')
  expect(written.err.cause).toMatchObject({ code: '23505', constraint: cause.constraint })
  expect(JSON.stringify(written)).not.toMatch(/Asha|9876543210/)
})

test('request ids are logged', () => {
  const requestId = 'b7f0a3de-54f0-4f6f-9a43-1c7e52b0a111'

  expect(redact({ requestId, status: 409 })).toEqual({ requestId, status: 409 })
})

test('times and empty fields are logged, up to six levels deep [ops.3]', () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const nested = (levels: number): unknown => (levels === 0 ? { n: 1 } : [nested(levels - 1)])

  expect(redact({ at, refundedAt: null })).toEqual({ at, refundedAt: null })
  expect(redact(nested(5))).toEqual(nested(5))
  expect(JSON.stringify(redact(nested(6)))).toBe('[[[[[["[deep]"]]]]]]')
})

test('a circular chain of causes is cut [ops.3]', () => {
  const error = new Error('Connection lost')
  error.cause = error

  expect(JSON.stringify(redact(error))).toContain('[deep]')
})

test.each([
  ['with 6 digits in a larger number', 'order 4829134', 'order 4829134'],
  ['with a date', 'since 2026-11-20', 'since 2026-11-20'],
  ['with an amount', 'paid 999.50', 'paid 999.50'],
  ['with a short id', 'request b7f0a3de-54f0', 'request b7f0a3de-54f0'],
  ['with a number that is no mobile number', 'sum 1234567890', 'sum 1234567890'],
  ['with a path', 'GET /api/cart/view/u1 failed', 'GET /api/cart/view/u1 failed'],
  ['with a longer number', 'sum 98765432101', 'sum 98765432101'],
  ['with a number of another kind', 'sum 19876543210', 'sum 19876543210'],
  ['with a number that starts with 5', 'sum 5123456789', 'sum 5123456789'],
  ['with 6 digits in a word', 'a482913 482913b', 'a482913 482913b'],
  ['with 6 digits in an id', 'x-482913 482913-x', 'x-482913 482913-x'],
  ['with 42 characters', token.slice(1), token.slice(1)],
  ['with two decimals', 'took 12.34 ms', 'took 12.34 ms'],
  ['with an equals sign', 'a=b', 'a=b'],
  ['with a word that starts like a header', 'Bearers of news', 'Bearers of news'],
])('a text %s is logged unchanged [ops.3]', (_what, text, written) => {
  expect(redact(text)).toBe(written)
})

test.each([
  ['+919876543210 called', '[phone] called'],
  ['91 98765-43210', '[phone]'],
  ['6123456789', '[phone]'],
  ['bearer  abc', 'Bearer [removed]'],
  ['at -22.719,75.857727', 'at [number],[number]'],
  ['a+b.c@mail-1.example.in wrote', '[email] wrote'],
  ['code 482913.', 'code [code].'],
  [`/a/${token}/b`, '/a/[token]/b'],
  ['/search?q=red+kurta&page=2 "x"', '/search?q=…&page=… "x"'],
  ['twice 482913 482914', 'twice [code] [code]'],
  ['+91-98765 43210', '[phone]'],
  ['91-9876543210x', '[phone]x'],
  ['9876543210 and 9876543211', '[phone] and [phone]'],
  ['Bearer a, bearer b', 'Bearer [removed] Bearer [removed]'],
  ['a@b.example c@d.example', '[email] [email]'],
  [`${token}x`, '[token]'],
  [`${token} ${token}`, '[token] [token]'],
  ['?a=1&b-c=2', '?a=…&b-c=…'],
  ['?a=&b', '?a=…&b'],
])('%s is logged as %s [ops.3] [safe.5]', (text, written) => {
  expect(redact(text)).toBe(written)
})

test.each(['Contact-Number', 'razorpay_signature', 'OTP', 'signup-token', 'P256DH', 'postal_code'])(
  'a field is personal however its name is spelled: %s [ops.3] [safe.5]',
  (name) => {
    expect(redact({ [name]: 'x' })).toEqual({ [name]: '[removed]' })
  },
)

test('an error without code, constraint and cause is logged with its frames only [ops.3]', () => {
  const error = new Error('Lost 9876543210')
  error.stack =
    'Error: Lost 9876543210\n in a text at noon\n    at one (a.ts:1)\n    at two (b.ts:2)'

  expect(redact(error)).toEqual({
    type: 'Error',
    message: 'Lost [phone]',
    stack: '    at one (a.ts:1)\n    at two (b.ts:2)',
  })
})

test('the code of an error is logged as text, and fields nest six levels deep [ops.3]', () => {
  const error = Object.assign(new Error('Lost'), { code: 23505, constraint: 'one' })
  const nested = (levels: number): unknown => (levels === 0 ? { n: 1 } : { in: nested(levels - 1) })

  expect(redact(error)).toMatchObject({ code: '23505', constraint: 'one' })
  expect(redact(nested(5))).toEqual(nested(5))
  expect(JSON.stringify(redact(nested(6)))).toContain('"[deep]"')
})
