import { type Context, Hono } from 'hono'
import * as v from 'valibot'

import { rules } from '#contract/rules.ts'
import type { Database } from '#server/database/connect.ts'
import type { RazorpayKeys } from '#server/platform/razorpay.ts'
import { readJson } from '#server/platform/readBody.ts'
import type { SendMessage } from '#server/platform/sendMessage.ts'
import {
  cancelSandboxLink,
  makeSandboxLink,
  newOrderBody,
  sendSandboxLink,
} from './sandboxLinks.ts'
import { refundSandboxPayment } from './sandboxPayments.ts'
import { keepThing, readChildren, readMarked, readThing, type Thing } from './sandboxProvider.ts'
import { refuse } from './sandboxRefusal.ts'

export type SandboxParts = {
  db: Database
  keys: RazorpayKeys
  /** Where shoppers reach the store. */
  origin: string
  sendMessage: SendMessage
}

const Amount = v.pipe(v.number(), v.integer(), v.minValue(100, 'Order amount less than minimum'))
const Mark = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const NewOrder = v.strictObject({
  amount: Amount,
  currency: v.literal('INR'),
  receipt: v.optional(Mark),
  notes: v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(256)))),
})
const NewLink = v.object({
  amount: Amount,
  currency: v.literal('INR'),
  accept_partial: v.literal(false),
  reference_id: Mark,
  description: v.pipe(v.string(), v.maxLength(2048)),
  customer: v.object({ name: v.string(), contact: v.pipe(v.string(), v.regex(/^\+91\d{10}$/)) }),
  notify: v.object({ sms: v.boolean(), email: v.boolean() }),
  reminder_enable: v.optional(v.boolean()),
})
const NewRefund = v.strictObject({
  amount: v.optional(Amount),
  speed: v.optional(v.picklist(['normal', 'optimum'])),
  receipt: v.optional(v.string()),
  notes: v.optional(v.record(v.string(), v.string())),
})

const collection = (items: Thing[]) => ({ entity: 'collection', count: items.length, items })
const found = (thing: Thing | undefined) => thing ?? refuse(400, 'The id provided does not exist')

/** The provider's calls, in its own words: what `platform/razorpay.ts` asks. */
export function sandboxCalls({ db, keys, origin, sendMessage }: SandboxParts) {
  const basic = Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')
  return new Hono()
    .use(async (c, next) => {
      if (c.req.header('Authorization') !== `Basic ${basic}`) refuse(401, 'Authentication failed')
      await next()
    })
    .get('/orders', async (c) => {
      return c.json(collection(await readMarked(db, `order:${c.req.query('receipt') ?? ''}`)))
    })
    .post('/orders', async (c) => {
      const { amount, receipt = null } = await bodyOf(c, NewOrder)
      const mark = receipt === null ? {} : { mark: `order:${receipt}` }
      const body = newOrderBody({ amount, receipt })
      return c.json(await keepThing(db, { kind: 'order', body, ...mark }))
    })
    .get('/orders/:id', async (c) => c.json(found(await readThing(db, 'order', c.req.param('id')))))
    .get('/orders/:id/payments', async (c) => {
      const order = found(await readThing(db, 'order', c.req.param('id')))
      return c.json(collection(await readChildren(db, 'payment', order.id)))
    })
    .get('/payments/:id', async (c) =>
      c.json(found(await readThing(db, 'payment', c.req.param('id')))),
    )
    .post('/payments/:id/capture', async (c) => {
      const payment = found(await readThing(db, 'payment', c.req.param('id')))
      return payment.captured
        ? refuse(400, 'This payment has already been captured')
        : refuse(400, 'Only payments which have been authorized can be captured')
    })
    .post('/payments/:id/refund', async (c) => {
      const { amount } = await bodyOf(c, NewRefund)
      const key = c.req.header('X-Refund-Idempotency')
      if (key !== undefined && !/^[\w-]{10,}$/.test(key)) refuse(400, 'Invalid idempotency key')
      return c.json(await refundSandboxPayment(db, { paymentId: c.req.param('id'), amount, key }))
    })
    .get('/refunds/:id', async (c) =>
      c.json(found(await readThing(db, 'refund', c.req.param('id')))),
    )
    .get('/payment_links', async (c) => {
      const links = await readMarked(db, `link:${c.req.query('reference_id') ?? ''}`)
      return c.json({ payment_links: links })
    })
    .post('/payment_links', async (c) => {
      const wanted = await bodyOf(c, NewLink)
      const link = await makeSandboxLink(db, wanted, origin)
      if (wanted.notify.sms) await sendSandboxLink(link, sendMessage)
      return c.json(link)
    })
    .get('/payment_links/:id', async (c) =>
      c.json(found(await readThing(db, 'payment_link', c.req.param('id')))),
    )
    .post('/payment_links/:id/notify_by/sms', async (c) => {
      const link = found(await readThing(db, 'payment_link', c.req.param('id')))
      if (link.status !== 'created') refuse(400, 'Notifications cannot be sent for this link')
      await sendSandboxLink(link, sendMessage)
      return c.json({ success: true })
    })
    .post('/payment_links/:id/cancel', async (c) =>
      c.json(await cancelSandboxLink(db, c.req.param('id'))),
    )
    .all('*', () => refuse(404, 'The requested URL was not found on the server'))
}

/** A body that is as the provider wants it; else the first thing that is wrong with it. */
async function bodyOf<Schema extends v.GenericSchema>(c: Context, schema: Schema) {
  const given: unknown = await readJson(c, rules.body)
  const { success, output, issues } = v.safeParse(schema, given ?? {})
  if (success) return output
  const [{ message }] = issues
  const field = v.getDotPath(issues[0]) ?? ''
  const isExtra = issues[0].type === 'strict_object' && issues[0].expected === 'never'
  const reason = isExtra ? 'extra_field_sent' : 'input_validation_failed'
  return refuse(400, message, { field, reason })
}
