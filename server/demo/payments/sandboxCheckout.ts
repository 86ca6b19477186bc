import { Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

import * as rules from '#contract/rules.ts'
import { readJson } from '#server/platform/http/readBody.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { payOrder, SandboxPay, checkoutResponse } from './sandboxPayments.ts'
import { type ProviderObject, readObject, rejectCall, type SandboxDeps } from './sandboxStore.ts'

const script = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
const page = { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' }

const limits = { maxBytes: 4096, timeLimitMs: rules.body.timeLimitMs }

/** What shoppers see of the sandbox: the checkout window and the page of a payment link. */
export function sandboxCheckoutRoutes({ db, keys }: SandboxDeps) {
  return new Hono()
    .get('/sandbox/checkout.js', (c) => c.body(readCheckoutScript(), 200, script))
    .post('/sandbox/window/pay', async (c) => {
      const { success, output } = v.safeParse(SandboxPay, await readJson(c, limits))
      if (!success) return rejectCall(400, 'This payment method is not available')
      const payment = await payOrder(db, output)
      if (payment.captured) return c.json(checkoutResponse(payment, keys.keySecret))
      return rejectCall(400, String(payment.error_description), {
        reason: 'payment_failed',
        metadata: { payment_id: payment.id, order_id: payment.order_id },
      })
    })
    .get('/sandbox/pay/:id', async (c) => {
      const link = await readObject(db, 'payment_link', c.req.param('id'))
      return c.html(paymentLinkPage(link), link ? 200 : 404, page)
    })
    .post('/sandbox/pay/:id', async (c) => {
      const link = await readObject(db, 'payment_link', c.req.param('id'))
      if (link && isPayable(link)) {
        const pay = { order_id: String(link.order_id), method: 'upi', outcome: 'success' }
        await payOrder(db, v.parse(SandboxPay, pay))
      }
      return c.redirect(c.req.path, 303)
    })
    .onError((error) => {
      if (error instanceof HTTPException) return error.getResponse()
      throw error
    })
}

/** In the source the script is beside this file; in a build beside the bundle or one folder above the chunk. */
function readCheckoutScript(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const paths = [here, dirname(here)].map((folder) => join(folder, 'sandboxCheckout.js'))
  return readFileSync(paths.find(existsSync) ?? '', 'utf8')
}

/** The page of a payment link: what it is for, and one button. */
function paymentLinkPage(link: ProviderObject | undefined) {
  return html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox payment</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 24rem;
            margin: 3rem auto;
            padding: 0 1rem;
            color: #14211d;
            background: #fff;
          }
          button {
            font: inherit;
            font-weight: 600;
            inline-size: 100%;
            min-block-size: 44px;
            border: 0;
            border-radius: 8px;
            color: #14211d;
            background: #57d9ae;
          }
        </style>
      </head>
      <body>
        <main>${link ? paymentLinkContent(link) : html`<h1>This link does not exist</h1>`}</main>
      </body>
    </html>`
}

const isPayable = ({ status, expire_by: expireBy }: ProviderObject) =>
  status === 'created' && (typeof expireBy !== 'number' || clock.now().getTime() < expireBy * 1000)

function paymentLinkContent(link: ProviderObject) {
  const { description, amount, status } = link
  const rupees = (Number(amount) / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })
  if (status === 'paid')
    return html`<h1>Paid ₹${rupees}</h1>
      <p>${String(description)}</p>`
  if (!isPayable(link)) return html`<h1>This link has expired</h1>`
  return html`<h1>Pay ₹${rupees}</h1>
    <p>${String(description)}</p>
    <p>This is a test payment in the demo store. You won’t be charged.</p>
    <form method="post"><button>Pay ₹${rupees}</button></form>`
}
