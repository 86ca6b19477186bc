import { vi } from 'vitest'

import type { ErrorCode } from '#contract/errors.ts'
import type { StaffPerson, StaffSession } from '#contract/staff/people.ts'

export const person: StaffPerson = {
  id: 'meera',
  name: 'Meera Kulkarni',
  role: 'manager',
  contactNumber: '9876543210',
  warehouses: [{ id: 'vn', name: 'Vijay Nagar' }],
}
export const otp = '123456'
/** The token of the session that the server knows. */
export const token = 'fresh'

const sessions: StaffSession[] = [
  {
    id: 'here',
    device: 'Chrome on Windows',
    createdAt: '2026-11-03T06:30:00.000Z',
    lastUsedAt: '2026-11-24T06:30:00.000Z',
    isThisOne: true,
  },
  {
    id: 'there',
    device: 'Chrome on Android',
    createdAt: '2026-11-17T06:30:00.000Z',
    lastUsedAt: '2026-11-23T06:30:00.000Z',
    isThisOne: false,
  },
]

type Sent = { call: string; body: unknown; authorization: string | null; key: string | null }
type Handler = (body: unknown) => Response

const json = (content: unknown, status = 200) =>
  Response.json(content, { status, headers: { 'x-api': '1' } })

export const succeed = (result: unknown) => json({ success: true, result })
export const refuse = (code: ErrorCode, status: number, msg: string = code) =>
  json({ success: false, code, msg }, status)

/** Calls without a login. */
const publicHandlers: Record<string, Handler> = {
  'POST /api/staff/login': () => succeed({ resendAfterSeconds: 30 }),
  'POST /api/staff/verify-otp': (body) =>
    (body as { otp: string }).otp === otp
      ? succeed({ token, person })
      : refuse('invalid', 400, 'Entered OTP is incorrect!'),
}

/**
 * A server that knows one person, one OTP and two devices. `handlers` replace its responses by method and path.
 * Returns what was sent.
 */
export function stubDeskServer(handlers: Record<string, Handler> = {}): Sent[] {
  const sent: Sent[] = []
  let open = sessions
  const ownHandlers: Record<string, Handler> = {
    'POST /api/staff/logout': () => json({ success: true }),
    'GET /api/staff/me': () => succeed(person),
    'GET /api/staff/sessions': () => succeed({ data: open }),
    'GET /api/staff/passkeys': () => succeed({ data: [] }),
    'DELETE /api/staff/sessions/there': () => {
      open = open.filter(({ id }) => id !== 'there')
      return json({ success: true })
    },
  }
  vi.stubGlobal('fetch', async (request: Request | string) => {
    // The question whether the store can be reached.
    if (typeof request === 'string') return new Response(null, { headers: { 'x-api': '1' } })
    const call = `${request.method} ${new URL(request.url).pathname}`
    const body: unknown = ['POST', 'PATCH'].includes(request.method)
      ? await request.json().catch(() => null)
      : null
    const authorization = request.headers.get('Authorization')
    sent.push({ call, body, authorization, key: request.headers.get('Idempotency-Key') })
    const replaced = handlers[call] ?? publicHandlers[call]
    if (replaced) return replaced(body)
    if (authorization !== `Bearer ${token}`) return refuse('signed_out', 401)
    return ownHandlers[call]?.(body) ?? refuse('not_found', 404)
  })
  return sent
}
