import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'

import * as rules from '#contract/rules.ts'
import type { Database } from '#server/database/client/connect.ts'
import { readJson } from '#server/platform/http/readBody.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'
import { log } from '#server/platform/observability/log.ts'
import { razorpay } from '#server/platform/payments/razorpay.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { sandboxCheckoutRoutes } from './sandboxCheckout.ts'
import { refundPayment } from './sandboxPayments.ts'
import {
  createObject,
  lockObject,
  type ProviderObject,
  readChildren,
  readObject,
  readObjectsByReference,
  rejectCall,
  type SandboxDeps,
  updateObject,
} from './sandboxStore.ts'

const Amount = v.pipe(v.number(), v.integer(), v.minValue(100, 'Order amount less than minimum'))
const Reference = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const NewOrder = v.strictObject({
  amount: Amount,
  currency: v.literal('INR'),
  receipt: v.optional(Reference),
  notes: v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(256)))),
})
const minLinkSeconds = 15 * 60
const tooSoon = 'expire_by should be at least 15 minutes after current time'
const isLaterThanMinimum = (seconds: number) =>
  seconds >= clock.now().getTime() / 1000 + minLinkSeconds

const NewLink = v.object({
  amount: Amount,
  currency: v.literal('INR'),
  accept_partial: v.literal(false),
  reference_id: Reference,
  description: v.pipe(v.string(), v.maxLength(2048)),
  customer: v.object({ name: v.string(), contact: v.pipe(v.string(), v.regex(/^\+91\d{10}$/)) }),
  notify: v.object({ sms: v.boolean(), email: v.boolean() }),
  reminder_enable: v.optional(v.boolean()),
  /** In seconds since 1970. */
  expire_by: v.optional(v.pipe(v.number(), v.integer(), v.check(isLaterThanMinimum, tooSoon))),
})
const NewRefund = v.strictObject({
  amount: v.optional(Amount),
  speed: v.optional(v.picklist(['normal', 'optimum'])),
  receipt: v.optional(v.string()),
  notes: v.optional(v.record(v.string(), v.string())),
})

const collection = (items: ProviderObject[]) => ({
  entity: 'collection',
  count: items.length,
  items,
})
const orNotFound = (object: ProviderObject | undefined) =>
  object ?? rejectCall(400, 'The id provided does not exist')

/** The calls of the provider's API that `platform/payments/razorpay.ts` makes. */
export function sandboxApi({ db, keys, origin, sendMessage }: SandboxDeps) {
  const basic = Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')
  return new Hono()
    .use(async (c, next) => {
      if (c.req.header('Authorization') !== `Basic ${basic}`)
        rejectCall(401, 'Authentication failed')
      await next()
    })
    .get('/orders', async (c) => {
      return c.json(
        collection(await readObjectsByReference(db, `order:${c.req.query('receipt') ?? ''}`)),
      )
    })
    .post('/orders', async (c) => {
      const { amount, receipt = null } = await parseBody(c, NewOrder)
      const mark = receipt === null ? {} : { mark: `order:${receipt}` }
      const body = newOrderBody({ amount, receipt })
      return c.json(await createObject(db, { kind: 'order', body, ...mark }))
    })
    .get('/orders/:id', async (c) =>
      c.json(orNotFound(await readObject(db, 'order', c.req.param('id')))),
    )
    .get('/orders/:id/payments', async (c) => {
      const order = orNotFound(await readObject(db, 'order', c.req.param('id')))
      return c.json(collection(await readChildren(db, 'payment', order.id)))
    })
    .get('/payments/:id', async (c) =>
      c.json(orNotFound(await readObject(db, 'payment', c.req.param('id')))),
    )
    .post('/payments/:id/capture', async (c) => {
      const payment = orNotFound(await readObject(db, 'payment', c.req.param('id')))
      return payment.captured
        ? rejectCall(400, 'This payment has already been captured')
        : rejectCall(400, 'Only payments which have been authorized can be captured')
    })
    .post('/payments/:id/refund', async (c) => {
      const { amount } = await parseBody(c, NewRefund)
      const key = c.req.header('X-Refund-Idempotency')
      if (key !== undefined && !/^[\w-]{10,}$/.test(key)) rejectCall(400, 'Invalid idempotency key')
      return c.json(await refundPayment(db, { paymentId: c.req.param('id'), amount, key }))
    })
    .get('/refunds/:id', async (c) =>
      c.json(orNotFound(await readObject(db, 'refund', c.req.param('id')))),
    )
    .get('/payment_links', async (c) => {
      const links = await readObjectsByReference(db, `link:${c.req.query('reference_id') ?? ''}`)
      return c.json({ payment_links: links })
    })
    .post('/payment_links', async (c) => {
      const newLink = await parseBody(c, NewLink)
      const link = await createPaymentLink(db, newLink, origin)
      if (newLink.notify.sms) await sendPaymentLink(link, sendMessage)
      return c.json(link)
    })
    .get('/payment_links/:id', async (c) =>
      c.json(orNotFound(await readObject(db, 'payment_link', c.req.param('id')))),
    )
    .post('/payment_links/:id/notify_by/sms', async (c) => {
      const link = orNotFound(await readObject(db, 'payment_link', c.req.param('id')))
      if (link.status !== 'created') rejectCall(400, 'Notifications cannot be sent for this link')
      await sendPaymentLink(link, sendMessage)
      return c.json({ success: true })
    })
    .post('/payment_links/:id/cancel', async (c) =>
      c.json(await cancelPaymentLink(db, c.req.param('id'))),
    )
    .all('*', () => rejectCall(404, 'The requested URL was not found on the server'))
}

/** Parses a body, or responds with its first error in the provider's format. */
async function parseBody<Schema extends v.GenericSchema>(c: Context, schema: Schema) {
  const body: unknown = await readJson(c, rules.body)
  const { success, output, issues } = v.safeParse(schema, body ?? {})
  if (success) return output
  const [{ message }] = issues
  const field = v.getDotPath(issues[0]) ?? ''
  const isExtra = issues[0].type === 'strict_object' && issues[0].expected === 'never'
  const reason = isExtra ? 'extra_field_sent' : 'input_validation_failed'
  return rejectCall(400, message, { field, reason })
}

type SandboxLink = {
  expire_by?: number | undefined
  amount: number
  currency: 'INR'
  reference_id: string
  description: string
  customer: { name: string; contact: string }
  notify: { sms: boolean }
}

/** Creates a payment link and its order; the page of the link is served by this store. */
async function createPaymentLink(
  db: Database,
  { notify: _notify, ...link }: SandboxLink,
  origin: string,
): Promise<ProviderObject> {
  return db.transaction(async (tx) => {
    const order = await createObject(tx, {
      kind: 'order',
      body: newOrderBody({ amount: link.amount, receipt: null }),
    })
    const created = await createObject(tx, {
      kind: 'payment_link',
      parentId: order.id,
      mark: `link:${link.reference_id}`,
      body: { ...link, status: 'created', amount_paid: 0, order_id: order.id, payments: [] },
    })
    if (created.order_id !== order.id)
      return rejectCall(400, 'payment link with given reference_id exists')
    return updateObject(tx, created.id, { short_url: `${origin}/sandbox/pay/${created.id}` })
  })
}

const newOrderBody = ({ amount, receipt }: { amount: number; receipt: string | null }) => ({
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency: 'INR',
  receipt,
  offer_id: null,
  status: 'created',
  attempts: 0,
  notes: [],
})

async function sendPaymentLink(link: ProviderObject, sendMessage: SendMessage): Promise<void> {
  const { contact } = link.customer as SandboxLink['customer']
  const rupees = (Number(link.amount) / 100).toLocaleString('en-IN')
  const address = String(link.short_url)
  await sendMessage({
    to: contact.slice(-10),
    text: `${String(link.description)}. Pay ₹${rupees} here: ${address}`,
    link: address,
  })
}

function cancelPaymentLink(db: Database, linkId: string): Promise<ProviderObject> {
  return db.transaction(async (tx) => {
    const link = await lockObject(tx, 'payment_link', linkId)
    if (!link) return rejectCall(400, 'The id provided does not exist')
    if (link.status === 'paid')
      return rejectCall(400, 'Payment Link cannot be cancelled, it is paid')
    return updateObject(tx, link.id, { status: 'cancelled' })
  })
}

/**
 * The payment provider of demo mode. The same client makes the same calls as in live mode, and this
 * module handles them. `routes` serve the checkout window and the pages of payment links.
 */
export function openSandbox(deps: SandboxDeps) {
  const provider = razorpay(deps.keys, {
    name: 'sandbox',
    base: 'http://sandbox.invalid/v1',
    fetch: (url, init) => calls.request(url, init),
  })
  const calls = new Hono().route('/v1', sandboxApi(deps)).onError((error) => {
    if (error instanceof HTTPException) return error.getResponse()
    log.error({ err: error }, 'The sandbox has failed')
    return Response.json({ error: { description: 'The server has failed' } }, { status: 500 })
  })
  return { provider, routes: sandboxCheckoutRoutes(deps) }
}
