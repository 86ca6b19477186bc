import { describe, expect } from 'vitest'

import { payments } from '#server/database/paymentTables.ts'
import { wishlistLines } from '#server/database/wishlistTables.ts'
import { accessMatrix, type Owned, protectedNames, requestOf } from '#tests/support/accessMatrix.ts'
import { test as deliveredTest } from '#tests/support/deliveredTest.ts'
import { fingerprintOf } from '#tests/support/fingerprintOf.ts'
import { aUser, inCart } from '#tests/support/givens.ts'
import { as } from '#tests/support/requests.ts'

/** Someone with a bag, a wishlist, an address and a delivered order. */
const test = deliveredTest.extend<{ owned: Owned }>({
  owned: async ({ db, me: { userId, addressId }, kurta: productId, delivered }, use) => {
    const lineId = await inCart(db, userId, { productId })
    await db.insert(wishlistLines).values({ userId, productId, size: 'M' })
    const paymentOrderId = 'order_of_the_owner'
    await db.insert(payments).values({
      orderId: delivered.orderId,
      provider: 'sandbox',
      kind: 'checkout',
      status: 'created',
      amountPaise: 999_00,
      providerOrderId: paymentOrderId,
    })
    const { orderId, lineId: orderLineId } = delivered
    await use({ userId, addressId, lineId, productId, orderId, orderLineId, paymentOrderId })
  },
})

describe.each(protectedNames)('%s', (name) => {
  test('answers its owner, and gives another user nothing of what is not theirs [api.4] [safe.2]', async ({
    api,
    db,
    me,
    owned,
  }) => {
    const entry = accessMatrix(owned)[name]
    const { method, path, body } = requestOf(name, entry)
    const ask = (token: string) => {
      const request = as(token, method, method === 'GET' ? undefined : body)
      const headers = { ...request.headers, 'Idempotency-Key': 'asked-by-the-matrix' }
      return api.request(path, { ...request, headers })
    }
    const ravi = await aUser(db)
    const before = await fingerprintOf(db, owned.userId)

    const stranger = await ask('made-up')
    const other = await ask(ravi.token)

    expect(stranger.status).toBe(401)
    if (entry.others === 'their own') {
      const shown = await shownBy(other)
      for (const id of [owned.orderId, owned.addressId, owned.lineId]) {
        expect(shown).not.toContain(id)
      }
    } else expect(other.status).toBe(entry.others)
    expect(await fingerprintOf(db, owned.userId)).toBe(before)

    const owner = await ask(me.token)
    expect(owner.status).toBe(entry.owner ?? 200)
    await owner.body?.cancel()
  })
})

/** What an answer says; of a stream, its first words. */
async function shownBy(answer: Response): Promise<string> {
  if (!answer.headers.get('Content-Type')?.includes('event-stream')) return answer.text()
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  const { value = '' } = await reader.read()
  await reader.cancel()
  return value
}
