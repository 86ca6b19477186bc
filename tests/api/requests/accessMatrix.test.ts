import { describe, expect } from 'vitest'

import { accessMatrix, protectedNames, requestOf } from '#tests/support/calls/accessMatrix.ts'
import { fingerprintOf } from '#tests/support/pages/fingerprintOf.ts'
import { aUser } from '#tests/support/shopper/givens.ts'
import { test } from '#tests/support/api/tests/ownedTest.ts'
import { withToken } from '#tests/support/api/requests.ts'

describe.each(protectedNames)('%s', (name) => {
  test('serves its owner, and gives another user nothing of the owner’s data [api.4] [safe.2]', async ({
    api,
    db,
    me,
    owned,
  }) => {
    const entry = accessMatrix(owned)[name]
    const { method, path, body } = requestOf(name, entry)
    const sendRequest = (token: string) => {
      const request = withToken(token, method, method === 'GET' ? undefined : body)
      const headers = { ...request.headers, 'Idempotency-Key': 'asked-by-the-matrix' }
      return api.request(path, { ...request, headers })
    }
    const ravi = await aUser(db)
    const before = await fingerprintOf(db, owned.userId)

    const guest = await sendRequest('made-up')
    const other = await sendRequest(ravi.token)

    expect(guest.status).toBe(401)
    if (entry.others === 'their own') {
      const shown = await shownBy(other)
      for (const id of [owned.orderId, owned.addressId, owned.lineId]) {
        expect(shown).not.toContain(id)
      }
    } else expect(other.status).toBe(entry.others)
    expect(await fingerprintOf(db, owned.userId)).toBe(before)

    const owner = await sendRequest(me.token)
    expect(owner.status).toBe(entry.owner ?? 200)
    await owner.body?.cancel()
  })
})

/** The text of a response; of an event stream only the beginning. */
async function shownBy(response: Response): Promise<string> {
  if (!response.headers.get('Content-Type')?.includes('event-stream')) return response.text()
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const { value = '' } = await reader.read()
  await reader.cancel()
  return value
}
