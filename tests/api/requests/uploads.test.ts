import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { type Connection, type Database, openConnection } from '#server/database/client/connect.ts'
import { rateLimits } from '#server/database/schema/operations.ts'
import { returnPhotos } from '#server/database/schema/orders.ts'
import { addresses, users } from '#server/database/schema/users.ts'
import { eraseUser } from '#server/features/account/personalData.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database/freshDatabase.ts'
import { aUser, type Shopper } from '#tests/support/shopper/givens.ts'
import { openPort } from '#tests/support/server/openPort.ts'
import { rawConnection } from '#tests/support/server/rawRequest.ts'
import { withToken } from '#tests/support/api/requests.ts'
import { aJpeg } from '#tests/support/api/sendReturnPhoto.ts'
import { createTestDeps } from '#tests/support/api/testDeps.ts'

let fresh: FreshDatabase
let store: Connection
let db: Database
let port: Awaited<ReturnType<typeof openPort>>
let photo: Buffer

beforeAll(async () => {
  fresh = await freshDatabase()
  store = openConnection(fresh.url)
  db = store.db
  port = await openPort(createTestApi(db, createTestDeps()))
  photo = await aJpeg(40)
})
afterEach(() => {
  // In this order: restoring a spy on a fake timer later would bring the fake timer back.
  vi.restoreAllMocks()
  vi.useRealTimers()
})
afterAll(async () => {
  await port.close()
  await store.close()
  await fresh.drop()
})

type Upload = { file?: Uint8Array; key?: string; api?: string }

const withKey = ({ token }: Shopper, key: string) => ({
  Authorization: `Bearer ${token}`,
  'Idempotency-Key': key,
})

async function upload(shopper: Shopper, { file = photo, key = crypto.randomUUID() }: Upload = {}) {
  const request = { method: 'POST', headers: withKey(shopper, key), body: new Uint8Array(file) }
  const response = await fetch(`${port.origin}/api/orders/return-photos`, request)
  const body = (await response.json()) as { result?: { url: string }; msg?: string; code?: string }
  return { status: response.status, url: body.result?.url, msg: body.msg, code: body.code }
}

/**
 * Sends the headers and the first byte; returns the connection once the store waits for the rest.
 */
async function idleUpload(shopper: Shopper) {
  const connection = await rawConnection(port.origin)
  const headers = {
    ...withKey(shopper, crypto.randomUUID()),
    'Content-Length': photo.length,
    Expect: '100-continue',
  }
  connection.writeHead({ method: 'POST', path: '/api/orders/return-photos', headers })
  await connection.until(/100 Continue/)
  connection.write(new Uint8Array(photo.subarray(0, 1)))
  return connection
}

const shoppers = (count: number) => Promise.all(Array.from({ length: count }, () => aUser(db)))

async function addAddress(shopper: Shopper): Promise<number> {
  const address = { street: '1 MG Road', city: 'Indore', label: 'work' }
  const request = withToken(shopper.token, 'POST', address)
  const headers = { ...request.headers, ...withKey(shopper, crypto.randomUUID()) }
  return (await fetch(`${port.origin}/api/address/add`, { ...request, headers })).status
}

test('a JSON body that stalls times out after twenty seconds [safe.4]', async () => {
  const me = await aUser(db)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const timer = vi.spyOn(globalThis, 'setTimeout')
  const connection = await rawConnection(port.origin)
  const headers = {
    ...withKey(me, crypto.randomUUID()),
    'Content-Type': 'application/json',
    'Content-Length': 100,
    Expect: '100-continue',
  }
  connection.writeHead({ method: 'POST', path: '/api/address/add', headers })
  await connection.until(/100 Continue/)
  connection.write('{')
  await vi.waitFor(() => expect(timer).toHaveBeenCalledWith(expect.any(Function), 20_000))
  await vi.advanceTimersByTimeAsync(20_000)

  expect(await connection.until(/\r\n\r\n[^]*\}/)).toMatch(/^HTTP\/1\.1 408 /)
  connection.close()
})

describe('photo uploads', () => {
  test('that stall do not block others, and may still arrive [order.5] [safe.4]', async () => {
    const [me, ...slow] = (await shoppers(13)) as [Shopper, ...Shopper[]]
    const idle = await Promise.all(slow.map(idleUpload))

    const statuses = await Promise.all([me, me, me].map(addAddress))
    const other = await upload(me)
    for (const connection of idle) connection.write(new Uint8Array(photo.subarray(1)))
    const responses = await Promise.all(
      idle.map((connection) => connection.until(/"success":\w+[^]*\}/)),
    )
    for (const connection of idle) connection.close()

    expect([...statuses, other.status]).toEqual([200, 200, 200, 200])
    expect(responses.filter((response) => response.includes('HTTP/1.1 200 OK'))).toHaveLength(
      slow.length,
    )
  })

  test('time out [safe.4]', async () => {
    const me = await aUser(db)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const idle = await idleUpload(me)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    await vi.advanceTimersByTimeAsync(2 * 60_000)

    const response = await idle.until(/\r\n\r\n[^]*\}/)

    expect(response).toMatch(/^HTTP\/1\.1 408 /)
    expect(response).toMatch(/^connection: close/im)
    expect(response).toContain('request_timeout')
  })

  test('are refused if the customer has logged out meanwhile [safe.2]', async () => {
    const me = await aUser(db)
    const idle = await idleUpload(me)

    await fetch(`${port.origin}/api/user/logout`, withToken(me.token, 'POST'))
    idle.write(new Uint8Array(photo.subarray(1)))
    const response = await idle.until(/"success":\w+[^]*\}/)
    idle.close()

    expect(response).toMatch(/^HTTP\/1\.1 401 /)
    expect(await db.$count(returnPhotos, eq(returnPhotos.userId, me.userId))).toBe(0)
  })

  test('are limited per customer [safe.4]', async () => {
    const [me, other] = (await shoppers(2)) as [Shopper, Shopper]
    const idle = await Promise.all([1, 2, 3, 4, 5].map(() => idleUpload(me)))

    // All five have passed authentication before another customer's upload is stored.
    const uploadOfOther = await upload(other)
    const sixth = await upload(me)
    for (const connection of idle) connection.write(new Uint8Array(photo.subarray(1)))
    await Promise.all(idle.map((connection) => connection.until(/"success":true/)))
    const later = await upload(me)
    for (const connection of idle) connection.close()

    expect([sixth.status, uploadOfOther.status, later.status]).toEqual([429, 200, 200])
  })
})

describe('a change whose body arrives slowly', () => {
  const address = JSON.stringify({ street: '1 MG Road', city: 'Indore', label: 'work' })
  const profile = JSON.stringify({ firstName: 'Asha', lastName: '', email: 'asha@mail.example' })

  test.for([
    ['POST', '/api/address/add', address],
    ['PUT', '/api/user/profile', profile],
  ] as const)(
    'is refused if the account was deleted meanwhile, and nothing is saved: %s %s [safe.2] [law.1]',
    async ([method, path, body]) => {
      const me = await aUser(db)
      const connection = await rawConnection(port.origin)
      const headers = {
        ...withKey(me, crypto.randomUUID()),
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
      }
      connection.writeHead({ method, path, headers })
      await connection.until(/100 Continue/)
      connection.write(body.slice(0, 1))
      // A request that was sent later has been authenticated, so the first one has been, too.
      expect(await addAddress(me)).toBe(200)

      await eraseUser(db, me.userId)
      connection.write(body.slice(1))
      const response = await connection.until(/"success":\w+[^]*\}/)
      connection.close()

      expect(response).toMatch(/^HTTP\/1\.1 401 /)
      expect(await db.$count(addresses, eq(addresses.userId, me.userId))).toBe(0)
      const [erased] = await db.select().from(users).where(eq(users.id, me.userId))
      expect(erased).toMatchObject({ firstName: '', email: '' })
    },
  )
})

describe('a photo under an Idempotency-Key', () => {
  test('is stored once, and another one under the same key is refused [order.5]', async () => {
    const me = await aUser(db)
    const key = crypto.randomUUID()

    const first = await upload(me, { key })
    const again = await upload(me, { key })
    const another = await upload(me, { key, file: await aJpeg(41) })

    expect(again).toEqual(first)
    expect(another.status).toBe(422)
    expect(await db.$count(returnPhotos, eq(returnPhotos.userId, me.userId))).toBe(1)
    expect(await attemptsOf(me)).toBe(1)
  })

  test('counts towards the daily limit even if it cannot be decoded [safe.4]', async () => {
    const me = await aUser(db)
    const file = Uint8Array.from([0xff, 0xd8, 0xff, 7, 7, 7, 7, 7])

    const statuses = [await upload(me, { file }), await upload(me, { file })]

    expect(statuses.map(({ status }) => status)).toEqual([400, 400])
    expect(await attemptsOf(me)).toBe(2)
  })
})

/** A small file that takes seconds to decode. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="5000"><filter id="f">' +
  '<feTurbulence numOctaves="9"/></filter><rect width="100%" height="100%" filter="url(#f)"/></svg>'

describe('a file that is not a photo', () => {
  test.for([
    ['an SVG that is expensive to decode', svg],
    ['an SVG that starts like a GIF', `GIF89a${svg}`],
    ['a video', '\0\0\0\x18ftypmp42'],
    ['a photo in an unsupported format', '\0\0\0\x18ftypheic'],
    ['a PDF', '%PDF-1.7'],
  ] as const)('is never decoded: %s [safe.3]', async ([, text]) => {
    const me = await aUser(db)
    const opened = vi.fn()
    sharp.queue.on('change', opened)

    const response = await upload(me, { file: Buffer.from(text, 'latin1') })
    sharp.queue.off('change', opened)

    expect(response).toMatchObject({ status: 400, code: 'invalid' })
    expect(response.msg).toMatch(/JPEG, PNG or WebP/)
    expect(opened).not.toHaveBeenCalled()
  })

  test.for(['jpeg', 'png', 'webp', 'avif'] as const)('is refused: %s [order.5]', async (format) => {
    const me = await aUser(db)
    const file = await sharp(photo).toFormat(format).toBuffer()

    expect((await upload(me, { file })).status).toBe(200)
  })
})

describe('a refused body', () => {
  const large = Buffer.alloc(3 * 1024 * 1024, 'x')
  const head = (path: string, headers: Record<string, string | number>) => ({
    method: 'POST',
    path: `/api${path}`,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

  test.for([
    ['too large', '/user/login', {}, 413],
    ['with an invalid token', '/address/add', { Authorization: 'Bearer none' }, 401],
    ['to an unknown call', '/nowhere', {}, 404],
  ] as const)(
    'keeps the connection usable for the next request: %s [safe.4] [api.4]',
    async ([, path, headers, status]) => {
      const connection = await rawConnection(port.origin)
      connection.writeHead(head(path, { ...headers, 'Content-Length': large.length }))
      connection.write(new Uint8Array(large))
      const first = await connection.until(/\r\n\r\n[^]*\}/)
      connection.writeHead({ method: 'GET', path: '/healthz', headers: {} })
      const second = await connection.until(/\r\n\r\n/)
      connection.close()

      expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(second).toMatch(/^HTTP\/1\.1 204 /)
    },
  )

  test('closes the connection with a header if it is very large [safe.4]', async () => {
    const connection = await rawConnection(port.origin)
    connection.writeHead(head('/user/login', { 'Content-Length': 100 * large.length }))
    connection.write('x')

    expect(await connection.until(/\r\n\r\n/)).toMatch(/413[^]*connection: close/i)
  })
})

async function attemptsOf({ userId }: Shopper): Promise<number | undefined> {
  const bucket = eq(rateLimits.bucket, `return-photos:${userId}`)
  return (await db.select().from(rateLimits).where(bucket))[0]?.count
}
