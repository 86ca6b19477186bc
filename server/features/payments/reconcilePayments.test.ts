import { expect, test, vi } from 'vitest'

import type { PaymentProvider, ProviderPayment } from '#server/platform/payments/paymentProvider.ts'
import { ProviderRejectionError } from '#server/platform/payments/razorpay.ts'
import { StoreError } from '#server/platform/http/storeError.ts'
import { captureAuthorized } from './reconcilePayments.ts'

const paid = (status: ProviderPayment['status']): ProviderPayment => ({
  ...{ id: 'pay_1', order_id: 'order_1', amount: 999_00, currency: 'INR' },
  status,
})

/** A payment provider that responds to a capture, and then knows the payment with this status. */
function providerWith(capture: () => Promise<ProviderPayment>, known: ProviderPayment) {
  const captureSpy = vi.fn(capture)
  const provider = {
    capture: captureSpy,
    readPayment: async () => known,
  } as unknown as PaymentProvider
  return { provider, captureSpy }
}

test('a payment that is only authorized is captured with its own amount, so that the order is placed [checkout.10]', async () => {
  const { provider, captureSpy } = providerWith(async () => paid('captured'), paid('captured'))

  expect(await captureAuthorized(provider, paid('authorized'))).toEqual(paid('captured'))
  expect(captureSpy).toHaveBeenCalledExactlyOnceWith(paid('authorized'))
})

test('a payment that has already been captured is not captured again [checkout.10]', async () => {
  const { provider, captureSpy } = providerWith(async () => paid('captured'), paid('captured'))

  expect(await captureAuthorized(provider, paid('captured'))).toEqual(paid('captured'))
  expect(captureSpy).not.toHaveBeenCalled()
})

test.each(['created', 'refunded', 'failed'] as const)(
  'a payment that is %s is not captured, and places no order [checkout.10] [safe.4]',
  async (status) => {
    const { provider, captureSpy } = providerWith(async () => paid('captured'), paid('captured'))

    expect(await captureAuthorized(provider, paid(status))).toBeUndefined()
    expect(captureSpy).not.toHaveBeenCalled()
  },
)

test('a refused capture counts as captured only if the payment was captured meanwhile [checkout.10]', async () => {
  const refuse = async () => {
    throw new ProviderRejectionError(400, 'This payment has already been captured')
  }

  const byOther = await captureAuthorized(
    providerWith(refuse, paid('captured')).provider,
    paid('authorized'),
  )
  const notAtAll = await captureAuthorized(
    providerWith(refuse, paid('failed')).provider,
    paid('authorized'),
  )

  expect(byOther).toEqual(paid('captured'))
  expect(notAtAll).toBeUndefined()
})

test('a capture fails while the provider is unreachable [checkout.10]', async () => {
  const offline = async () => {
    throw new StoreError('unavailable', 'The payment service did not respond')
  }
  const { provider } = providerWith(offline, paid('captured'))

  await expect(captureAuthorized(provider, paid('authorized'))).rejects.toThrow(StoreError)
})
