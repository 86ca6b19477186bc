import { eq } from 'drizzle-orm'

import type { App } from '#server/app/api/createApp.ts'
import type { Database } from '#server/database/client/connect.ts'
import { otps } from '#server/database/schema/users.ts'
import { aPhone, aUser } from '#tests/support/shopper/givens.ts'
import { atHour } from './loginFlood.ts'
import { loginFrom } from '#tests/support/api/tests/loginTest.ts'
import { jsonRequest } from '#tests/support/api/requests.ts'
import type { TestDeps } from '#tests/support/api/testDeps.ts'

type Store = { db: Database; api: App; deps: TestDeps }

const perTurn = 14

/**
 * A day of an attacker who wants into one account: requests an OTP whenever possible and guesses it
 * from many addresses at once. The store itself counts how many guesses it compares, before it
 * compares them.
 */
export async function guessOtpsForADay(
  { db, api, deps }: Store,
  { guesses, addresses }: { guesses: number; addresses: number },
) {
  const contactNumber = aPhone()
  await aUser(db, { contactNumber })
  const responses: Record<string, number> = {}
  let [maxUsesOfCode, sent] = [0, 0]
  const triesNow = async () => {
    const [row] = await db.select().from(otps).where(eq(otps.contactNumber, contactNumber))
    return row ?? { tries: 0, failures: 0 }
  }

  const turns = Math.ceil(guesses / perTurn)
  for (let turn = 0; turn < turns; turn++) {
    atHour((23.9 * turn) / turns)
    const from = (nth: number) => `198.51.100.${(turn * perTurn + nth) % addresses}`
    await loginFrom(api, contactNumber, from(0))
    const right = deps.sent.at(-1)?.otp ?? ''
    const count = Math.min(perTurn, guesses - sent)
    const statuses = await Promise.all(
      Array.from({ length: count }, (_, nth) =>
        guess(api, { contactNumber, otp: otherThan(right, sent + nth), from: from(nth) }),
      ),
    )
    for (const status of statuses) responses[status] = (responses[status] ?? 0) + 1
    sent += count
    maxUsesOfCode = Math.max(maxUsesOfCode, (await triesNow()).tries)
  }
  const { failures: compared } = await triesNow()
  return { guesses: sent, codes: deps.sent.length, compared, maxUsesOfCode, responses }
}

type Guess = { contactNumber: string; otp: string; from: string }

async function guess(api: App, { from, ...body }: Guess): Promise<number> {
  const request = jsonRequest('POST', body)
  const headers = { ...request.headers, 'X-Forwarded-For': from }
  return (await api.request('/api/user/verify-otp', { ...request, headers })).status
}

/** A code that differs from this one. */
const otherThan = (right: string, turn: number) =>
  String((Number(right) + 1 + (turn % 999_998)) % 1_000_000).padStart(6, '0')
