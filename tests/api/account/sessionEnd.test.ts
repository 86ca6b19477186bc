import { describe, expect } from 'vitest'

import * as rules from '#contract/rules.ts'
import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { eraseUser } from '#server/features/account/personalData.ts'
import { transitionLine } from '#server/features/orders/lineTransitions.ts'
import { openSession } from '#server/platform/http/sessions.ts'
import {
  accessMatrix,
  type OwnedResources,
  protectedNames,
  requestOf,
} from '#tests/support/calls/accessMatrix.ts'
import type { Buyer } from '#tests/support/api/tests/checkoutTest.ts'
import { otpOf, advanceClock } from '#tests/support/api/tests/loginTest.ts'
import { test } from '#tests/support/api/tests/ownedTest.ts'
import { withToken, jsonRequest } from '#tests/support/api/requests.ts'
import type { TestDeps } from '#tests/support/api/testDeps.ts'

type SessionEnd = { api: App; db: Database; me: Buyer; phone: string; deps: TestDeps }

const logOut = async ({ api, me }: SessionEnd) =>
  api.request('/api/user/logout', withToken(me.token, 'POST'))

/** The ways in which a session ends. */
const endings: [string, (given: SessionEnd) => Promise<unknown>][] = [
  ['by a logout', logOut],
  [
    'by ten newer ones',
    async ({ db, me }) => {
      for (let nth = 0; nth < rules.session.perUser; nth++) await openSession(db, me.userId)
    },
  ],
  [
    'with the account, by its owner',
    async ({ api, me, deps, phone }) => {
      await api.request('/api/user/login', jsonRequest('POST', { contactNumber: phone }))
      const deletion = withToken(me.token, 'DELETE', { otp: otpOf(deps) })
      expect((await api.request('/api/user', deletion)).status).toBe(200)
    },
  ],
  ['with the account, by the store', ({ db, me }) => eraseUser(db, me.userId)],
  ['when it was not used for long', async () => advanceClock(rules.session.idleMs + 1000)],
]

describe.each(endings)('a session ended %s', (_, end) => {
  test('is refused at once by every protected call, even if it was accepted before [safe.2] [login.6]', async ({
    api,
    db,
    me,
    deps,
    owned,
  }) => {
    const key = 'kept-from-before'
    const phone = await phoneOf(api, me)
    expect((await sendRequest(api, { me, key, owned }, 'addProductAlert')).status).toBe(200)

    await end({ api, db, me, phone, deps })

    const statuses = await Promise.all(
      protectedNames.map(async (name) => {
        const response = await sendRequest(api, { me, key, owned }, name)
        return [name, response.status, await response.json()]
      }),
    )
    const loggedOut = { success: false, code: 'signed_out', msg: 'Please log in' }
    expect(statuses).toEqual(protectedNames.map((name) => [name, 401, loggedOut]))
  })
})

test('an open event stream sends nothing after a logout [safe.2] [order.10]', async ({
  api,
  db,
  me,
  delivered,
}) => {
  const other = await openSession(db, me.userId)
  const [mine, elsewhere] = [await listen(api, me.token), await listen(api, other)]

  await api.request('/api/user/logout', withToken(me.token, 'POST'))
  await transitionLine(db, { ...delivered, to: 'Return Requested', by: 'shopper' })

  const output = await untilOutput(elsewhere, '"Return Requested"')
  expect(output).toContain(delivered.orderId)
  expect(await untilOutput(mine)).not.toContain('Return Requested')
})

test('an open event stream sends nothing after the session expires [safe.2] [order.10]', async ({
  api,
  db,
  me,
  delivered,
}) => {
  const mine = await listen(api, me.token)
  const { maxAgeMs } = rules.session
  advanceClock(maxAgeMs / 2)
  const elsewhere = await listen(api, await openSession(db, me.userId))

  advanceClock(maxAgeMs)
  await transitionLine(db, { ...delivered, to: 'Return Requested', by: 'shopper' })

  const output = await untilOutput(elsewhere, '"Return Requested"')
  expect(output).toContain(delivered.orderId)
  expect(await untilOutput(mine)).not.toContain('Return Requested')
})

async function phoneOf(api: App, { token }: Buyer): Promise<string> {
  const response = await api.request('/api/user/export', withToken(token))
  return /"contactNumber":"(\d{10})"/.exec(await response.text())?.[1] ?? ''
}

type RequestFixture = { me: Buyer; key: string; owned: OwnedResources }

function sendRequest(
  api: App,
  { me, key, owned }: RequestFixture,
  name: (typeof protectedNames)[number],
) {
  const { method, path, body } = requestOf(name, accessMatrix(owned)[name])
  const request = withToken(me.token, method, method === 'GET' ? undefined : body)
  return api.request(path, { ...request, headers: { ...request.headers, 'Idempotency-Key': key } })
}

async function listen(api: App, token: string): Promise<ReadableStreamDefaultReader<string>> {
  const response = await api.request('/api/orders/events', withToken(token))
  return response.body!.pipeThrough(new TextDecoderStream()).getReader()
}

/** The stream's output until it reports the end of the session or is closed. */
async function untilOutput(reader: ReadableStreamDefaultReader<string>, words?: string) {
  let output = ''
  while (words === undefined || !output.includes(words)) {
    const { value, done } = await reader.read()
    if (done) return output
    output += value
  }
  await reader.cancel()
  return output
}
