import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

import type { Database } from '#server/database/client/connect.ts'
import { inboxRoutes, inboxSender } from '#server/demo/inbox.ts'
import { sandboxApi } from '#server/demo/payments/sandboxApi.ts'
import { sandboxCheckoutRoutes } from '#server/demo/payments/sandboxCheckout.ts'
import { readJson } from '#server/platform/http/readBody.ts'
import type { RazorpayKeys } from '#server/platform/payments/razorpay.ts'

type StandIns = {
  /** A database of their own. */
  db: Database
  keys: RazorpayKeys
  msg91Key: string
  /** The origin at which they run, for the pages of payment links. */
  origin: string
}

/** What MSG91's calls `otp` and `flow` are sent. */
type TextMessage = {
  mobile?: string
  otp?: string
  recipients?: { mobiles: string; link?: string; text?: string }[]
}

const limits = { maxBytes: 16_384, timeLimitMs: 20_000 }

/**
 * Stand-ins for Razorpay (API v1, with its payment window) and MSG91 (API v5) for a rehearsal of a live store. They
 * check the same keys. Text messages appear in an inbox.
 */
export function standIns({ db, keys, msg91Key, origin }: StandIns): Hono {
  const sendMessage = inboxSender(db)
  const parts = { db, keys, origin, sendMessage }
  const msg91 = new Hono().post('/:call{otp|flow}', async (c) => {
    if (c.req.header('authkey') !== msg91Key) return c.json({ type: 'error', message: 'authkey' })
    const { mobile, otp, recipients = [] } = (await readJson(c, limits)) as TextMessage
    if (mobile && otp)
      await sendMessage({ to: localNumber(mobile), text: `Your OTP is ${otp}.`, otp })
    for (const { mobiles, link = '', text = '' } of recipients) {
      await sendMessage({ to: localNumber(mobiles), text, link })
    }
    return c.json({ type: 'success' })
  })
  return new Hono()
    .onError((error) => {
      if (error instanceof HTTPException) return error.getResponse()
      throw error
    })
    .route('/v1', sandboxApi(parts))
    .route('/api/v5', msg91)
    .route('/', sandboxCheckoutRoutes(parts))
    .route('/', inboxRoutes(db))
    .get('/', (c) => c.redirect('/dev/inbox'))
}

/** The number without the country's code. */
const localNumber = (mobile: string) => mobile.replace(/^91/, '')
