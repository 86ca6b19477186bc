import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { log } from '#server/platform/observability/log.ts'
import { setClock } from '#server/platform/runtime/clock.ts'
import { hexHmac, razorpay } from './razorpay.ts'

const keys = { keyId: 'rzp_test_1', keySecret: 'secret', webhookSecret: 'other secret' }
const payment = {
  id: 'pay_IH4NVgf4Dreq1l',
  order_id: 'order_IEIaMR65cu6nz3',
  amount: 999_00,
  currency: 'INR',
  status: 'captured',
  method: 'upi',
  card: null,
}
const refused = {
  error: { code: 'BAD_REQUEST_ERROR', description: 'The id provided does not exist', metadata: {} },
}

let server: Server | undefined
afterEach(() => void server?.close())

type ReceivedCall = {
  path: string
  method: string
  authorization: string
  key: string
  type: string
  body: string
}

/** A fake provider that gives these responses in turn; the last one repeats. */
async function providerThat(outcomes: (object | number | 'silent')[]) {
  const requests: ReceivedCall[] = []
  const listener: RequestListener = async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { authorization = '', 'x-refund-idempotency': key = '' } = request.headers
    const type = request.headers['content-type'] ?? ''
    const { url: path = '', method = '' } = request
    requests.push({ path, method, authorization, key: String(key), type, body })
    const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0]
    if (outcome === 'silent') return
    response.statusCode = typeof outcome === 'number' ? outcome : outcome === refused ? 400 : 200
    response.end(typeof outcome === 'number' ? '{}' : JSON.stringify(outcome))
  }
  server = createServer(listener)
  await new Promise<void>((open) => server?.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}/v1`
  return { requests, provider: razorpay(keys, { base, pauseMs: 1, timeoutMs: 200 }) }
}

test('a request is authenticated, and its response parsed [checkout.9]', async () => {
  const { requests, provider } = await providerThat([payment])

  const found = await provider.readPayment(payment.id)

  expect(found).toMatchObject({ id: payment.id, status: 'captured', method: 'upi' })
  const basic = Buffer.from('rzp_test_1:secret').toString('base64')
  expect(requests[0]).toMatchObject({
    method: 'GET',
    path: `/v1/payments/${payment.id}`,
    authorization: `Basic ${basic}`,
  })
})

test.each([429, 500, 502, 503, 409, 'silent'] as const)(
  'a request is retried after %s [checkout.10]',
  async (failure) => {
    const { requests, provider } = await providerThat([failure, payment])

    expect(await provider.readPayment(payment.id)).toMatchObject({ status: 'captured' })
    expect(requests).toHaveLength(2)
  },
)

test('a request fails after three tries with a message for customers [checkout.10]', async () => {
  const { requests, provider } = await providerThat([503])

  await expect(provider.readPayment(payment.id)).rejects.toMatchObject({ code: 'unavailable' })
  expect(requests).toHaveLength(3)
})

test('a refused request is not retried', async () => {
  const { requests, provider } = await providerThat([refused])

  await expect(provider.readPayment(payment.id)).rejects.toMatchObject({
    code: 'not_allowed_now',
    status: 400,
  })
  expect(requests).toHaveLength(1)
})

test('an unexpected response is an error', async () => {
  const { provider } = await providerThat([{ ...payment, status: 'strange' }])

  await expect(provider.readPayment(payment.id)).rejects.toMatchObject({ code: 'unavailable' })
})

test('an order whose response was lost is found by its receipt [checkout.8]', async () => {
  const order = { id: 'order_1', amount: 999_00, currency: 'INR', status: 'created' }
  const { requests, provider } = await providerThat([{ items: [order] }])

  const made = await provider.createOrder({ amountPaise: 999_00, receipt: 'our-order' })

  expect(made.id).toBe('order_1')
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/orders?receipt=our-order',
  ])
})

test('an order with another amount under the same receipt is not used [checkout.8]', async () => {
  const order = { id: 'order_1', amount: 999_00, currency: 'INR', status: 'created' }
  const { requests, provider } = await providerThat([
    { items: [order] },
    { ...order, id: 'order_2', amount: 899_00 },
  ])

  const made = await provider.createOrder({ amountPaise: 899_00, receipt: 'our-order' })

  expect(made.id).toBe('order_2')
  expect(requests[1]).toMatchObject({ method: 'POST', path: '/v1/orders' })
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
    amount: 899_00,
    currency: 'INR',
    receipt: 'our-order',
  })
})

test('a payment is captured in full, in rupees [checkout.9]', async () => {
  const { requests, provider } = await providerThat([payment])

  await provider.capture({ id: payment.id, amount: 999_00 })

  expect(requests[0]).toMatchObject({ method: 'POST', path: `/v1/payments/${payment.id}/capture` })
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ amount: 999_00, currency: 'INR' })
})

test('the status of a refund is read from the provider [order.11]', async () => {
  const refund = { id: 'rfnd_1', payment_id: payment.id, amount: 100_00, status: 'processed' }
  const { requests, provider } = await providerThat([refund])

  expect(await provider.readRefund('rfnd_1')).toEqual(refund)
  expect(requests[0]).toMatchObject({ method: 'GET', path: '/v1/refunds/rfnd_1' })
})

describe('a payment link', () => {
  const link = { id: 'plink_1', short_url: 'https://rzp.io/i/1', amount: 999_00, status: 'created' }
  const linkRequest = {
    amountPaise: 999_00,
    reference: 'our-order',
    description: 'Order PEH-234567',
    customer: { name: 'Asha Rao', contact: '9826041375' },
    isTextedToCustomer: true,
  }

  test('asks the customer by SMS for the whole amount [order.2]', async () => {
    const { requests, provider } = await providerThat([{ payment_links: [] }, link])

    expect(await provider.createLink(linkRequest)).toMatchObject({ id: 'plink_1' })

    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/payment_links?reference_id=our-order',
      'POST /v1/payment_links',
    ])
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
      amount: 999_00,
      currency: 'INR',
      accept_partial: false,
      reference_id: 'our-order',
      description: 'Order PEH-234567',
      customer: { name: 'Asha Rao', contact: '+919826041375' },
      notify: { sms: true, email: false },
      reminder_enable: false,
    })
  })

  test('of an order that is held ends with the hold, and never before the provider allows it [board.7]', async () => {
    setClock(() => new Date('2026-11-27T06:30:00Z'))
    onTestFinished(() => setClock())
    const expiryOf = async (expiresAt: string) => {
      const { requests, provider } = await providerThat([{ payment_links: [] }, link])
      await provider.createLink({ ...linkRequest, expiresAt: new Date(expiresAt) })
      return new Date(JSON.parse(requests[1]?.body ?? '').expire_by * 1000).toISOString()
    }

    expect(await expiryOf('2026-11-27T07:00:00Z')).toBe('2026-11-27T07:00:00.000Z')
    expect(await expiryOf('2026-11-27T06:35:00Z')).toBe('2026-11-27T06:46:00.000Z')
  })

  test('whose first response was lost is not sent a second time [order.2]', async () => {
    const { requests, provider } = await providerThat([{ payment_links: [link] }])

    expect(await provider.createLink(linkRequest)).toMatchObject({ id: 'plink_1' })
    expect(requests).toHaveLength(1)
  })

  test('is read, sent again and cancelled under its id [order.2]', async () => {
    const { requests, provider } = await providerThat([link])

    expect(await provider.readLink('plink_1')).toMatchObject({ status: 'created' })
    await provider.sendLinkAgain('plink_1')
    await provider.cancelLink('plink_1')

    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/payment_links/plink_1',
      'POST /v1/payment_links/plink_1/notify_by/sms',
      'POST /v1/payment_links/plink_1/cancel',
    ])
  })
})

test('payments and webhooks are verified with separate secrets [checkout.10]', () => {
  const provider = razorpay(keys)
  const [body, text] = ['{"event":"payment.captured"}', 'order_1|pay_1']
  const signed = (signature: string) => ({ orderId: 'order_1', paymentId: 'pay_1', signature })

  expect(provider.isWebhookSigned(body, hexHmac(keys.webhookSecret, body))).toBe(true)
  expect(provider.isWebhookSigned(body, hexHmac(keys.keySecret, body))).toBe(false)
  expect(provider.isPaymentSigned(signed(hexHmac(keys.keySecret, text)))).toBe(true)
  expect(provider.isPaymentSigned(signed(hexHmac(keys.webhookSecret, text)))).toBe(false)
})

test('a refund is always sent with the same key [order.11]', async () => {
  const refund = { id: 'rfnd_1', payment_id: payment.id, amount: 100_00, status: 'pending' }
  const { requests, provider } = await providerThat([503, refund])

  await provider.refund({ paymentId: payment.id, amountPaise: 100_00, key: 'one-refund-of-ours' })

  expect(requests.map(({ key }) => key)).toEqual(['one-refund-of-ours', 'one-refund-of-ours'])
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ amount: 100_00, speed: 'normal' })
})

test('a refund is requested at the payment’s own URL, as JSON [order.11]', async () => {
  const refund = { id: 'rfnd_1', payment_id: payment.id, amount: 100_00, status: 'pending' }
  const { requests, provider } = await providerThat([refund])

  await provider.refund({ paymentId: payment.id, amountPaise: 100_00, key: 'one-refund-of-ours' })

  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: `/v1/payments/${payment.id}/refund`,
    type: 'application/json',
  })
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    amount: 100_00,
    speed: 'normal',
    receipt: 'one-refund-of-ours',
  })
})

test('all payments of an order are read [checkout.9]', async () => {
  const failed = { ...payment, id: 'pay_2', status: 'failed' }
  const { requests, provider } = await providerThat([{ items: [payment, failed] }])

  expect(await provider.readOrderPayments('order_1')).toMatchObject([
    { id: payment.id },
    { id: 'pay_2', status: 'failed' },
  ])
  expect(requests[0]).toMatchObject({ method: 'GET', path: '/v1/orders/order_1/payments' })
})

test('by default payments go to Razorpay itself [checkout.9]', async () => {
  const fetchMock = vi.fn(async (_url: string) => Response.json(payment))
  const provider = razorpay(keys, { fetch: fetchMock })

  await provider.readPayment('pay_1')

  expect(fetchMock.mock.calls[0]?.[0]).toBe('https://api.razorpay.com/v1/payments/pay_1')
  expect([provider.name, provider.keyId]).toEqual(['razorpay', 'rzp_test_1'])
})

test.for([
  [0, [9, 19]],
  [0.999, [28, 58]],
] as const)(
  'the pause before a retry doubles, and is up to half as long again at random: %d [checkout.10]',
  async ([random, [first, second]]) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const times: number[] = []
    const away = async () => {
      times.push(performance.now())
      return Response.json({}, { status: 503 })
    }
    const provider = razorpay(keys, { fetch: away, pauseMs: 20 })

    await expect(provider.readPayment('pay_1')).rejects.toMatchObject({ code: 'unavailable' })

    const [firstAt = 0, retried = 0, again = 0] = times
    expect(retried - firstAt).toBeGreaterThan(first)
    expect(again - retried).toBeGreaterThan(second)
  },
)

test.each([
  ['its description', refused.error, 'The id provided does not exist'],
  ['its code', { code: 'SERVER_ERROR' }, 'SERVER_ERROR'],
  ['none', 'nonsense', 'No reason given'],
])(
  'the reason of a refusal is %s, for the log and not for shoppers [ops.3]',
  async (_, error, reason) => {
    const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    const provider = razorpay(keys, { fetch: () => Response.json({ error }, { status: 400 }) })

    await expect(provider.readPayment('pay_1')).rejects.toMatchObject({
      cause: reason,
      message: 'We couldn’t start the payment. Please try again or choose another way to pay.',
    })
    expect(warned.mock.calls[0]?.[0]).toEqual({ status: 400, description: reason })
  },
)

test('a refusal without a JSON body is still a refusal [checkout.10]', async () => {
  const provider = razorpay(keys, { fetch: () => new Response('<html>', { status: 404 }) })

  await expect(provider.readPayment('pay_1')).rejects.toMatchObject({ status: 404 })
})

test('a provider that does not respond is logged with the call, and customers are asked to try again [ops.3]', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const provider = razorpay(keys, {
    fetch: () => Response.json({}, { status: 502 }),
    pauseMs: 1,
  })

  await expect(provider.readPayment('pay_1')).rejects.toThrow(
    'The payment provider isn’t responding. Please try again.',
  )
  expect(logged.mock.calls[0]?.[0]).toMatchObject({
    err: { message: 'The provider returned 502' },
    call: '/payments/pay_1',
  })
})

test('an unexpected response is logged with what is wrong, without its values [ops.3]', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const provider = razorpay(keys, { fetch: () => Response.json({ ...payment, amount: 'a lot' }) })

  await expect(provider.readPayment('pay_1')).rejects.toThrow('Please try again.')
  expect(logged.mock.calls[0]?.[0]).toEqual({
    issues: [expect.stringContaining('Expected number')],
  })
})
