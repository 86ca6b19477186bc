import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

import type { Passkey, RegisteredCredential, UsedCredential } from '#contract/staff/passkeys.ts'
import type { App } from '#server/app/api/createApp.ts'
import {
  passkeyChallenges,
  staff,
  staffHistory,
  staffPasskeys,
} from '#server/database/schema/staff.ts'
import { deleteExpired } from '#server/jobs/maintenance.ts'
import { createTestApi } from '#tests/support/api/apiTest.ts'
import { rateLimitedDeps } from '#tests/support/api/tests/limitTest.ts'
import { advanceClock } from '#tests/support/api/tests/loginTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { SoftAuthenticator } from '#tests/support/api/softAuthenticator.ts'
import { aKey, type Answer, aPerson, staffCalls, test } from '#tests/support/api/tests/staffTest.ts'

const origin = 'https://shop.example'
const refused = {
  status: 400,
  body: { msg: 'This passkey didn’t work. Try again, or log in with an OTP.' },
}
type Options = { challenge: string; user: { id: string }; excludeCredentials: { id: string }[] }
type Login = Answer<{ token: string; person: { id: string } }>

async function post<Reply>(api: App, path: string, body?: object): Promise<Reply> {
  const response = await api.request(`/api/staff/${path}`, jsonRequest('POST', body ?? {}))
  return { status: response.status, body: await response.json() } as Reply
}

const challengeOf = async (api: App) =>
  (await post<Answer<{ challenge: string }>>(api, 'passkey-login/begin')).body.result.challenge
const logIn = (api: App, credential: UsedCredential) =>
  post<Login>(api, 'passkey-login', credential)

/** Registers a passkey of the person of a token. */
async function registered(api: App, token: string) {
  const ask = staffCalls(api, token)
  const authenticator = new SoftAuthenticator(origin)
  const options = (await ask<Options>('GET', '/passkeys/options')).body.result
  const added = await ask<Passkey>('POST', '/passkeys', authenticator.register(options))
  return { ask, authenticator, options, added }
}

describe('a passkey', () => {
  test('is registered, and is then enough to log in; the history says so [staff.2] [staff.4]', async ({
    api,
    db,
  }) => {
    const { id, token } = await aPerson(db, 'owner')
    const { ask, authenticator, added } = await registered(api, token)
    expect(added.body.result).toMatchObject({ id: authenticator.id, lastUsedAt: null })

    const login = await logIn(api, authenticator.use({ challenge: await challengeOf(api) }))

    expect(login.body.result.person.id).toBe(id)
    expect((await staffCalls(api, login.body.result.token)('GET', '/me')).status).toBe(200)
    const { data } = (await ask<{ data: Passkey[] }>('GET', '/passkeys')).body.result
    expect(data).toMatchObject([{ id: authenticator.id, lastUsedAt: expect.any(String) as string }])
    const people = (await ask<{ data: { id: string; hasPasskey: boolean }[] }>('GET', '/people'))
      .body.result.data
    expect(people.find((person) => person.id === id)?.hasPasskey).toBe(true)
    const entries = await db.select().from(staffHistory).where(eq(staffHistory.subjectId, id))
    expect(entries).toMatchObject([
      { action: 'added a passkey' },
      { action: 'logged in', after: { with: 'passkey' } },
    ])
  })

  test('signs each challenge once, and only for some minutes [staff.2]', async ({ api, db }) => {
    const { token } = await aPerson(db, 'owner')
    const { authenticator } = await registered(api, token)
    const signed = authenticator.use({ challenge: await challengeOf(api) })
    expect((await logIn(api, signed)).status).toBe(200)

    expect(await logIn(api, signed)).toMatchObject(refused)
    const again = authenticator.use({ challenge: await challengeOf(api) })
    const wrong = { ...again, response: { ...again.response, signature: 'AAAA' } }
    expect(await logIn(api, wrong)).toMatchObject(refused)
    expect(await logIn(api, again)).toMatchObject(refused)
    const late = authenticator.use({ challenge: await challengeOf(api) })
    advanceClock(5 * 60_000 + 1000)
    expect(await logIn(api, late)).toMatchObject(refused)
    await db.insert(passkeyChallenges).values({ challenge: 'old', expiresAt: new Date(0) })
    await deleteExpired(db)
    expect(await db.$count(passkeyChallenges)).toBe(0)
  })

  test('that was copied is noticed by its counter [staff.2]', async ({ api, db }) => {
    const { token } = await aPerson(db, 'owner')
    const { authenticator } = await registered(api, token)
    authenticator.counter = 10
    const use = async () => authenticator.use({ challenge: await challengeOf(api) })
    expect((await logIn(api, await use())).status).toBe(200)

    authenticator.counter = 5

    expect(await logIn(api, await use())).toMatchObject(refused)
    const [stored] = await db.select().from(staffPasskeys)
    expect(stored?.counter).toBe(11)
  })

  test.for([
    ['of another page', { origin: 'https://evil.example' }],
    ['of another store', { rpId: 'evil.example' }],
    ['without a fingerprint or PIN', { isVerified: false }],
  ] as const)(
    '%s is refused, when it is made and when it is used [staff.2]',
    async ([, changes], { api, db }) => {
      const { token } = await aPerson(db, 'owner')
      const ask = staffCalls(api, token)
      const options = (await ask<Options>('GET', '/passkeys/options')).body.result
      const made = new SoftAuthenticator(origin).register(options, changes)
      expect(await ask('POST', '/passkeys', made)).toMatchObject(refused)
      expect(await db.$count(staffPasskeys)).toBe(0)

      const { authenticator } = await registered(api, token)
      const used = authenticator.use({ challenge: await challengeOf(api), ...changes })

      expect(await logIn(api, used)).toMatchObject(refused)
    },
  )

  test('of a disabled or unknown person is refused, and of another person too [staff.2]', async ({
    api,
    db,
  }) => {
    const { id, token } = await aPerson(db, 'manager')
    const { authenticator } = await registered(api, token)
    const stranger = new SoftAuthenticator(origin)
    stranger.register({ challenge: 'x', user: { id: 'x' } })
    expect(await logIn(api, stranger.use({ challenge: await challengeOf(api) }))).toMatchObject(
      refused,
    )
    const other = await aPerson(db, 'manager')
    await db.update(staffPasskeys).set({ staffId: other.id })
    const use = async () => authenticator.use({ challenge: await challengeOf(api) })
    expect(await logIn(api, await use())).toMatchObject(refused)
    await db.update(staffPasskeys).set({ staffId: id })

    await db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, id))

    expect(await logIn(api, await use())).toMatchObject(refused)
  })

  test('answers the challenge of its own person only, and not the one of a login [staff.2]', async ({
    api,
    db,
  }) => {
    const ask = staffCalls(api, (await aPerson(db, 'owner')).token)
    const others = staffCalls(api, (await aPerson(db, 'owner')).token)
    const options = (await others<Options>('GET', '/passkeys/options')).body.result
    const send = (body: RegisteredCredential) => ask('POST', '/passkeys', body)
    const authenticator = new SoftAuthenticator(origin)
    expect(await send(authenticator.register(options))).toMatchObject(refused)

    const challenge = await challengeOf(api)

    expect(await send(authenticator.register({ ...options, challenge }))).toMatchObject(refused)
  })

  test('is listed and removed by its person; a device that has one makes no second [staff.2] [staff.4]', async ({
    api,
    db,
    owner,
  }) => {
    const { id, token } = await aPerson(db, 'support')
    const { ask, authenticator } = await registered(api, token)
    const options = (await ask<Options>('GET', '/passkeys/options')).body.result
    expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id }])
    expect((await owner('DELETE', `/passkeys/${authenticator.id}`)).status).toBe(404)

    expect((await ask('DELETE', `/passkeys/${authenticator.id}`)).status).toBe(200)

    expect((await ask('DELETE', `/passkeys/${authenticator.id}`)).status).toBe(404)
    const used = authenticator.use({ challenge: await challengeOf(api) })
    expect(await logIn(api, used)).toMatchObject(refused)
    const entries = await db.select().from(staffHistory).where(eq(staffHistory.subjectId, id))
    expect(entries.map(({ action }) => action)).toEqual(['added a passkey', 'removed a passkey'])
  })

  test('is gone when its person is logged out everywhere: a lost phone is no way in [staff.2]', async ({
    api,
    db,
    owner,
  }) => {
    const { id, token } = await aPerson(db, 'packer')
    const { authenticator } = await registered(api, token)

    await owner('DELETE', `/people/${id}/sessions`)

    const used = authenticator.use({ challenge: await challengeOf(api) })
    expect(await logIn(api, used)).toMatchObject(refused)
  })

  test('is for people, not for programs [staff.5]', async ({ api, db }) => {
    const ask = staffCalls(api, (await aKey(db, 'manager')).token)
    for (const path of ['/passkeys', '/passkeys/options']) {
      expect(await ask('GET', path)).toMatchObject({ status: 400 })
    }
  })

  test('is asked for at most 200 times an hour from one address [staff.2]', async ({ db }) => {
    const api = createTestApi(db, rateLimitedDeps())
    const statuses: number[] = []
    for (let count = 0; count < 201; count++) {
      statuses.push((await post<Login>(api, 'passkey-login/begin')).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(200)
    expect(statuses.at(-1)).toBe(429)
  })
})
