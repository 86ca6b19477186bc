import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'

import { rules } from '#contract/rules.ts'
import { readJson } from '#server/platform/readBody.ts'
import { linkPage } from './sandboxPages.ts'
import type { SandboxParts } from './sandboxCalls.ts'
import { paySandboxOrder, SandboxPay, windowAnswer } from './sandboxPayments.ts'
import { readThing } from './sandboxProvider.ts'
import { refuse } from './sandboxRefusal.ts'

const script = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
const page = { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' }

const limits = { maxBytes: 4096, arriveMs: rules.body.arriveMs }

/** What shoppers see of the sandbox: the window's program, paying in it, and a link's own page. */
export function sandboxWindow({ db, keys }: SandboxParts) {
  return new Hono()
    .get('/sandbox/checkout.js', (c) => c.body(windowProgram(), 200, script))
    .post('/sandbox/window/pay', async (c) => {
      const { success, output } = v.safeParse(SandboxPay, await readJson(c, limits))
      if (!success) return refuse(400, 'This cannot be paid like that')
      const payment = await paySandboxOrder(db, output)
      if (payment.captured) return c.json(windowAnswer(payment, keys.keySecret))
      return refuse(400, String(payment.error_description), {
        reason: 'payment_failed',
        metadata: { payment_id: payment.id, order_id: payment.order_id },
      })
    })
    .get('/sandbox/pay/:id', async (c) => {
      const link = await readThing(db, 'payment_link', c.req.param('id'))
      return c.html(linkPage(link), link ? 200 : 404, page)
    })
    .post('/sandbox/pay/:id', async (c) => {
      const link = await readThing(db, 'payment_link', c.req.param('id'))
      if (link?.status === 'created') {
        const pay = { order_id: String(link.order_id), method: 'upi', outcome: 'success' }
        await paySandboxOrder(db, v.parse(SandboxPay, pay))
      }
      return c.redirect(c.req.path, 303)
    })
    .onError((error) => {
      if (error instanceof HTTPException) return error.getResponse()
      throw error
    })
}

/** Beside this file in the source, beside the bundle or one above its chunk when built. */
function windowProgram(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const paths = [here, dirname(here)].map((folder) => join(folder, 'sandboxCheckout.js'))
  return readFileSync(paths.find(existsSync) ?? '', 'utf8')
}
