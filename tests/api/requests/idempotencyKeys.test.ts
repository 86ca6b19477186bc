import { eq } from 'drizzle-orm'
import { beforeEach, expect, vi } from 'vitest'

import type { Database } from '#server/database/client/connect.ts'
import { idempotencyKeys } from '#server/database/schema/operations.ts'
import { carts } from '#server/database/schema/carts.ts'
import { withIdempotencyKey } from '#server/platform/http/idempotency.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { test as apiTest } from '#tests/support/api/apiTest.ts'
import { aUser } from '#tests/support/shopper/givens.ts'

const start = new Date('2026-11-20T10:00:00Z').getTime()
const day = 24 * 60 * 60_000
const at = (ms: number) => setClock(() => new Date(start + ms))
beforeEach(() => at(0))

type Changes = {
  key?: string
  call?: string
  userId?: string
  body?: unknown
  prepare?: () => Promise<void>
  run?: (tx: Database) => Promise<unknown>
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Refused with ${status}`)
    this.status = status
  }
}

type Keys = { userId: string; send: (changes?: Changes) => Promise<unknown> }

const test = apiTest.extend<Keys>({
  userId: async ({ db }, use) => use((await aUser(db)).userId),
  send: async ({ db, userId }, use) =>
    use(async (changes = {}) => {
      const { status, body } = await withIdempotencyKey(db, {
        key: 'a-key-of-a-test',
        userId,
        call: 'POST /api/things',
        body: { size: 'M' },
        run: async () => ({ made: 1 }),
        refusalOf: (error) => ({
          status: (error as Refusal).status,
          body: { msg: error.message },
        }),
        ...changes,
      })
      return [status, body]
    }),
})

const refuseWith = (status: number) => () => Promise.reject(new Refusal(status))

test('a request runs once, and its retries get the stored response [api.1]', async ({ send }) => {
  const run = vi.fn(async () => ({ made: 1 }))

  const first = await send({ run })
  const retries = [await send({ run }), await send({ run })]

  expect(first).toEqual([200, { made: 1 }])
  expect(retries).toEqual([first, first])
  expect(run).toHaveBeenCalledOnce()
})

test('a response without a body is stored too [api.1]', async ({ send }) => {
  const run = vi.fn(async () => undefined)

  await send({ run })

  expect(await send({ run })).toEqual([200, null])
  expect(run).toHaveBeenCalledOnce()
})

test('a key belongs to one customer and one call [api.1] [safe.2]', async ({ db, send }) => {
  await send()
  const other = { run: async () => ({ made: 2 }) }
  const { userId } = await aUser(db)

  expect(await send({ ...other, call: 'DELETE /api/things' })).toEqual([200, { made: 2 }])
  expect(await send({ ...other, userId })).toEqual([200, { made: 2 }])
  expect(await send({ ...other, key: 'another-key' })).toEqual([200, { made: 2 }])
  expect(await send(other)).toEqual([200, { made: 1 }])
})

test.for([
  ['another value', { size: 'L' }, { size: 'M' }],
  ['an extra field', { size: 'M', trial: true }, { size: 'M' }],
  ['a list in another order', [1, 2], [2, 1]],
  ['no body', undefined, {}],
] as const)('a key with %s is refused [api.1]', async ([, body, before], { send }) => {
  await send({ body: before })

  await expect(send({ body })).rejects.toMatchObject({
    code: 'key_reused',
    message: 'This Idempotency-Key has been used for another request',
  })
})

test('requests that differ only in the order of fields are the same, at any depth [api.1]', async ({
  send,
}) => {
  const first = await send({ body: { a: 1, b: [{ c: null, d: 'x' }], e: 2 } })

  expect(await send({ body: { e: 2, b: [{ d: 'x', c: null }], a: 1 } })).toEqual(first)
})

test.for([
  ['7 characters', 'x'.repeat(7), false],
  ['8 characters', 'x'.repeat(8), true],
  ['128 characters', 'x'.repeat(128), true],
  ['129 characters', 'x'.repeat(129), false],
] as const)(
  'a key of %s is accepted: %s [api.1] [safe.4]',
  async ([, key, isAccepted], { send }) => {
    const sent = send({ key })

    if (isAccepted) expect(await sent).toEqual([200, { made: 1 }])
    else {
      await expect(sent).rejects.toMatchObject({
        code: 'invalid',
        message: 'An Idempotency-Key must have 8 to 128 characters',
      })
    }
  },
)

test('a response is stored for a day, then the key can be reused [api.1]', async ({ db, send }) => {
  await send()
  const other = { body: { size: 'L' }, run: async () => ({ made: 2 }) }

  at(day - 1)
  await expect(send(other)).rejects.toMatchObject({ code: 'key_reused' })
  at(day)
  expect(await send(other)).toEqual([200, { made: 2 }])
  at(2 * day - 1)
  expect(await send(other)).toEqual([200, { made: 2 }])
  expect(await db.select().from(idempotencyKeys)).toMatchObject([
    { state: 'done', status: 200, response: { made: 2 }, expiresAt: new Date(start + 2 * day) },
  ])
})

test.for([400, 403, 404, 409, 422])(
  'a refusal with %i is stored, and what the request wrote is undone [api.1] [safe.1]',
  async (status, { db, userId, send }) => {
    const run = vi.fn(async (tx: Database) => {
      await tx.insert(carts).values({ userId })
      throw new Refusal(status)
    })

    const first = await send({ run })

    expect(first).toEqual([status, { msg: `Refused with ${status}` }])
    expect(await send({ run })).toEqual(first)
    expect(run).toHaveBeenCalledOnce()
    expect(await db.$count(carts, eq(carts.userId, userId))).toBe(0)
  },
)

test.for([401, 429, 500, 503])(
  'a refusal with %i is not stored, because a retry may succeed [api.1]',
  async (status, { db, send }) => {
    expect(await send({ run: refuseWith(status) })).toMatchObject([status, {}])

    expect(await db.$count(idempotencyKeys)).toBe(0)
    expect(await send()).toEqual([200, { made: 1 }])
  },
)

test('the preparation runs before the work, and not again for a retry [api.1]', async ({
  send,
}) => {
  const steps: string[] = []
  const request = {
    prepare: async () => void steps.push('prepare'),
    run: async () => {
      steps.push('work')
      return { made: 1 }
    },
  }

  expect(await send(request)).toEqual([200, { made: 1 }])
  expect(await send(request)).toEqual([200, { made: 1 }])
  await expect(send({ ...request, body: {} })).rejects.toMatchObject({ code: 'key_reused' })

  expect(steps).toEqual(['prepare', 'work'])
})

test('the preparation runs again once the stored response has expired [api.1]', async ({
  send,
}) => {
  const prepare = vi.fn(async () => {})
  await send({ prepare })

  at(day)
  await send({ prepare })

  expect(prepare).toHaveBeenCalledTimes(2)
})

test('a refusal by the preparation is stored, unless a retry may succeed [api.1] [safe.4]', async ({
  send,
}) => {
  const run = vi.fn(async () => ({ made: 1 }))

  expect(await send({ run, prepare: refuseWith(429) })).toMatchObject([429, {}])
  expect(await send({ run, prepare: refuseWith(400) })).toMatchObject([400, {}])
  expect(await send({ run, prepare: async () => {} })).toMatchObject([400, {}])
  expect(run).not.toHaveBeenCalled()
})

test('a refused preparation gets the response that a concurrent retry has stored, if its body is the same [api.1]', async ({
  send,
}) => {
  const refusedAfter = (key: string, body: object) =>
    send({
      key,
      prepare: async () => {
        await send({ key, body })
        throw new Refusal(400)
      },
    })

  const same = await refusedAfter('a-key-of-a-test', { size: 'M' })
  const other = await refusedAfter('another-key', { size: 'L' })

  expect(same).toEqual([200, { made: 1 }])
  expect(other).toEqual([400, { msg: 'Refused with 400' }])
})

test('a key whose request is still running is a conflict [api.1]', async ({ db, userId, send }) => {
  await db.insert(idempotencyKeys).values({
    ...{ userId, key: 'a-key-of-a-test', call: 'POST /api/things', bodyHash: '' },
    expiresAt: new Date(start + day),
  })

  await expect(send()).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your request is already being processed. Please wait a moment.',
  })
})

test('waiting too long for a lock is a conflict; other errors are not hidden [api.1]', async ({
  db,
  userId,
}) => {
  const failing = (error: Error) =>
    withIdempotencyKey({ transaction: () => Promise.reject(error) } as unknown as Database, {
      ...{ key: 'a-key-of-a-test', userId, call: 'POST /api/things', body: {} },
      run: async () => ({}),
      refusalOf: () => ({ status: 500, body: {} }),
    })
  const locked = Object.assign(new Error('canceling statement'), { code: '55P03' })

  await expect(failing(locked)).rejects.toBeInstanceOf(StoreError)
  await expect(failing(locked)).rejects.toMatchObject({ code: 'conflict' })
  await expect(failing(new Error('broken'))).rejects.toThrow('broken')
  expect(await db.$count(idempotencyKeys)).toBe(0)
})
