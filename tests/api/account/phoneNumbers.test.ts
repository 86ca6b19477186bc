import { describe, expect } from 'vitest'

import { complaints } from '#server/database/schema/operations.ts'
import { users } from '#server/database/schema/users.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { advanceClock, call, otpOf, test } from '#tests/support/api/tests/loginTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { phoneSpellings } from '#tests/support/shopper/phoneSpellings.ts'

describe('a phone number', () => {
  test('in every spelling is the same customer [login.1] [bag.12]', async ({
    api,
    db,
    deps,
    phone,
    onTestFinished,
  }) => {
    onTestFinished(() => setClock())
    const { userId } = await aUser(db, { contactNumber: phone })
    let nth = 0
    for (const contactNumber of phoneSpellings(phone)) {
      advanceClock(nth++ * 300_000)
      await call(api, 'login', { contactNumber })
      const response = await call(api, 'verify-otp', { contactNumber, otp: otpOf(deps) })

      expect(await response.json(), JSON.stringify(contactNumber)).toMatchObject({
        result: { user: { _id: userId, contactNumber: phone } },
      })
    }
    expect(new Set(deps.sent.map(({ to }) => to))).toEqual(new Set([phone]))
    expect(await db.$count(users)).toBe(1)
  })

  test('of a complaint is saved as the one that was written, or refused [law.1] [bag.12]', async ({
    api,
    db,
    phone,
  }) => {
    const complain = (contactNumber: string) =>
      api.request(
        '/api/complaints',
        jsonRequest('POST', { name: 'आशा राव', contactNumber, text: 'The parcel was open' }),
      )

    for (const spelling of phoneSpellings(phone)) {
      expect((await complain(spelling)).status, JSON.stringify(spelling)).toBe(200)
    }
    for (const other of [`${phone}5`, `91${phone}5`, `+44 ${phone}`, `${phone} ${phone}`]) {
      expect((await complain(other)).status, other).toBe(400)
    }

    const saved = await db.select().from(complaints)
    expect(saved).toHaveLength(phoneSpellings(phone).length)
    for (const row of saved) expect(row).toMatchObject({ contactNumber: phone, name: 'आशा राव' })
  })
})
