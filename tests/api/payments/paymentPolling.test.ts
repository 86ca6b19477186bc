import { expect } from 'vitest'

import { sweepPayments } from '#server/features/payments/reconcilePayments.ts'
import type { PaymentProvider } from '#server/platform/payments/paymentProvider.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { startPayment, test } from '#tests/support/api/tests/paymentTest.ts'
import { testSandbox } from '#tests/support/api/testDeps.ts'
import { addToCart } from '#tests/support/shopper/givens.ts'

/** The times are literals, so that a rule changed by accident fails the test. */
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

test('an unpaid order is looked up at the provider every minute for an hour, then every 30 minutes, for three days [checkout.10] [safe.4]', async ({
  api,
  db,
  me,
  kurta,
}) => {
  const begin = Date.now()
  setClock(() => new Date(begin))
  await addToCart(db, me.userId, { productId: kurta })
  await startPayment(api, me)
  const { provider } = testSandbox(db)
  let lookups = 0
  const counted: PaymentProvider = {
    ...provider,
    readOrderPayments: async (id) => {
      lookups++
      return provider.readOrderPayments(id)
    },
  }
  const isLookedUpAt = async (ms: number) => {
    setClock(() => new Date(begin + ms))
    const before = lookups
    await sweepPayments(db, counted)
    return lookups > before
  }

  expect(await isLookedUpAt(minute - second)).toBe(false)
  expect(await isLookedUpAt(minute)).toBe(true)
  expect(await isLookedUpAt(2 * minute - second)).toBe(false)
  expect(await isLookedUpAt(2 * minute)).toBe(true)
  expect(await isLookedUpAt(hour - second)).toBe(true)
  expect(await isLookedUpAt(hour + 30 * minute - 2 * second)).toBe(false)
  expect(await isLookedUpAt(hour + 30 * minute - second)).toBe(true)
  expect(await isLookedUpAt(3 * day - second)).toBe(true)
  expect(await isLookedUpAt(3 * day + 30 * minute)).toBe(false)
})
