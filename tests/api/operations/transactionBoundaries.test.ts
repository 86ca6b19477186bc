import sharp from 'sharp'
import { expect } from 'vitest'

import { createApp } from '#server/app/api/createApp.ts'
import { storeHandlers } from '#server/app/api/storeHandlers.ts'
import { cartLines, wishlistLines } from '#server/database/schema/carts.ts'
import type { Database } from '#server/database/client/connect.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { requestFor, requestInit } from '#tests/support/calls/callEntry.ts'
import { protectedCalls } from '#tests/support/calls/protectedCalls.ts'
import { publicCalls } from '#tests/support/calls/publicCalls.ts'
import { type Shop, test } from '#tests/support/api/seededShop.ts'
import { aJpeg } from '#tests/support/api/sendReturnPhoto.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'

/** Calls that log the customer out or take away their data, so they come last. */
const lastCalls = ['DELETE /address/delete/{id}', 'DELETE /user', 'POST /user/logout']
/** Calls whose response is an endless stream. */
const isStream = (call: string) => call === 'GET /orders/events'

test('no call uses another service, reads its body or decodes a photo inside a transaction [safe.4] [checkout.10]', async ({
  shop,
}) => {
  const watched = watchTransactions(shop.db)
  const api = watchedApi(shop, watched)
  const entries = Object.entries({ ...publicCalls, ...protectedCalls })
    .filter(([call]) => !isStream(call))
    .sort(([a], [b]) => lastCalls.indexOf(a) - lastCalls.indexOf(b))
  const listener = () => watched.note('photo')
  sharp.queue.on('change', listener)

  for (const [call, entry] of entries) {
    watched.during(call)
    // These calls need a filled bag and wishlist.
    await shop.db.delete(cartLines)
    await shop.db.delete(wishlistLines)
    const { method, path, payload } = await requestFor(call, entry, { ...shop, api })
    const init = requestInit(method, payload, shop.me.token)
    await api.request(path, { ...init, ...(await streamed(call, init, watched)) })
  }
  sharp.queue.off('change', listener)
  watched.stop()

  const external = ['body', 'photo', 'message', 'createOrder', 'readPayment', 'createLink']
  expect(watched.externalCalls).toEqual(expect.arrayContaining(external))
  expect(watched.transactions).toBeGreaterThan(10)
  expect(watched.inside).toEqual([])
})

type Watched = ReturnType<typeof watchTransactions>

/**
 * Records what happens while a transaction of this database is open; the calls run one after the
 * other.
 */
function watchTransactions(db: Database) {
  let open = 0
  const { transaction } = db
  const inside: string[] = []
  const externalCalls: string[] = []
  let current = ''
  const watched = {
    inside,
    externalCalls,
    transactions: 0,
    during: (call: string) => (current = call),
    note: (what: string) => {
      externalCalls.push(what)
      if (open > 0) inside.push(`${current}: ${what}`)
    },
    stop: () => void (db.transaction = transaction),
  }
  db.transaction = async (work, config) => {
    watched.transactions += 1
    open += 1
    try {
      return (await transaction.call(db, work, config)) as never
    } finally {
      open -= 1
    }
  }
  return watched
}

/** The store under test, whose dependencies report their calls. */
function watchedApi({ db, deps }: Shop, { note }: Watched) {
  const sendMessage: typeof deps.sendMessage = async (message) => {
    note('message')
    return deps.sendMessage(message)
  }
  const { provider, routes } = testSandbox(db, deps.sendMessage)
  const methods = Object.entries(provider).map(([name, value]) => {
    const isMethod = typeof value === 'function' && !name.startsWith('is')
    const sendRequest = value as (...args: unknown[]) => unknown
    return [name, isMethod ? (...args: unknown[]) => (note(name), sendRequest(...args)) : value]
  })
  const watchedProvider = Object.fromEntries(methods) as PaymentProvider
  return createApp({
    db,
    handlers: storeHandlers({ ...deps, sendMessage, provider: watchedProvider }),
    routes: [routes],
  })
}

/** The same body as a stream that reports when it is read. */
async function streamed(call: string, { body }: RequestInit, { note }: Watched) {
  const text = /^POST .+photos$/.test(call) ? await aJpeg(8) : body
  if (text === undefined || text === null) return {}
  const bytes = new Uint8Array(Buffer.from(text as string))
  const stream = new ReadableStream(
    {
      pull: (controller) => {
        note('body')
        controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { body: stream, duplex: 'half' }
}
