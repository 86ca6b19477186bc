import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'

import { log } from '#server/platform/observability/log.ts'
import { msg91 } from './sms.ts'

const keys = { authKey: 'the-key', otpTemplate: 'otp-template', linkTemplate: 'link-template' }

type Got = { url: string | undefined; authkey: unknown; body: unknown }

/** A fake of the SMS service that gives this response and records the requests. */
async function service(
  responseBody: object | undefined,
  onTestFinished: (end: () => void) => void,
) {
  const got: Got[] = []
  const server = createServer((request: IncomingMessage, response) => {
    void json(request).then((body) => {
      got.push({ url: request.url, authkey: request.headers.authkey, body })
      if (responseBody) response.end(JSON.stringify(responseBody))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { got, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('an OTP is sent with its template to an Indian number [login.2]', async ({
  onTestFinished,
}) => {
  const { got, origin } = await service({ type: 'success' }, onTestFinished)

  await msg91(keys, { origin })({ to: '9876543210', otp: '012345', text: '012345 is your OTP' })

  expect(got).toEqual([
    {
      url: '/api/v5/otp',
      authkey: 'the-key',
      body: { template_id: 'otp-template', mobile: '919876543210', otp: '012345' },
    },
  ])
})

test('a link is sent with another template', async ({ onTestFinished }) => {
  const { got, origin } = await service({ type: 'success' }, onTestFinished)
  const link = 'https://pay.example/1'

  await msg91(keys, { origin })({ to: '9876543210', link, text: 'Pay here' })

  expect(got).toMatchObject([
    {
      url: '/api/v5/flow',
      body: { template_id: 'link-template', recipients: [{ mobiles: '919876543210', link }] },
    },
  ])
})

test.for([
  ['refuses', { type: 'error', message: 'no balance' }],
  ['sends an invalid response', { hello: 1 }],
  ['does not respond', undefined],
] as const)(
  'when the service %s, the customer is asked to try again',
  async ([, body], { onTestFinished }) => {
    const { origin } = await service(body, onTestFinished)
    const send = msg91(keys, { origin, timeoutMs: 200 })

    await expect(send({ to: '9876543210', otp: '012345', text: '' })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'We couldn’t send the message. Please try again.',
    })
  },
)

test('by default messages go to MSG91 itself, as JSON [login.2]', async () => {
  const send = vi.fn(async () => Response.json({ type: 'success' }))
  vi.stubGlobal('fetch', send)

  await msg91(keys)({ to: '9876543210', otp: '012345', text: '' })

  expect(send).toHaveBeenCalledExactlyOnceWith(
    'https://control.msg91.com/api/v5/otp',
    expect.objectContaining({
      method: 'POST',
      headers: { authkey: 'the-key', 'Content-Type': 'application/json' },
    }),
  )
})

test.for([
  ['with a failure status', { type: 'success', message: 'busy' }, 503],
  ['with an error', { type: 'error', message: 'busy' }, 200],
] as const)(
  'a response %s means that the message was not sent, and the log says why [ops.3]',
  async ([, body, status]) => {
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    vi.stubGlobal('fetch', async () => Response.json(body, { status }))

    await expect(msg91(keys)({ to: '9876543210', text: '' })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(logged.mock.calls[0]?.[0]).toMatchObject({
      err: { message: `MSG91 responded with ${status}: busy` },
    })
  },
)
