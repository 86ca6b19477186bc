import { desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'

import { cleanPhone } from '#contract/values/phone.ts'
import type { Database } from '#server/database/client/connect.ts'
import { inboxMessages } from '#server/database/schema/operations.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import type { SendMessage } from '#server/platform/messaging/sms.ts'

/** How many messages the inbox shows. */
const maxMessages = 50

type InboxMessage = { to: string; text: string; otp?: string; link?: string; at: string }

/** Stores messages for `/dev/inbox` instead of sending them to a phone. */
export function inboxSender(db: Database): SendMessage {
  return async (message) => {
    await db.insert(inboxMessages).values({ ...message, at: clock.now() })
  }
}

/** Messages to one phone number or to all, newest first. */
async function readInbox(db: Database, phone?: string): Promise<InboxMessage[]> {
  const rows = await db
    .select()
    .from(inboxMessages)
    .where(phone === undefined ? undefined : eq(inboxMessages.to, phone))
    .orderBy(desc(inboxMessages.at), desc(inboxMessages.id))
    .limit(maxMessages)
  return rows.map(({ to, text, otp, link, at }) => ({
    to,
    text,
    ...(otp ? { otp } : {}),
    ...(link ? { link } : {}),
    at: at.toISOString(),
  }))
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Shows the messages of demo mode: as JSON, or as a page in a browser. */
export function inboxRoutes(db: Database) {
  return new Hono().get('/dev/inbox', async (c) => {
    const phone = cleanPhone(c.req.query('phone') ?? '') || undefined
    const messages = await readInbox(db, phone)
    c.header('Cache-Control', 'no-store')
    if (!c.req.header('Accept')?.includes('text/html')) return c.json(messages)
    c.header('Content-Security-Policy', policy)
    return c.html(inboxPage(messages, phone))
  })
}

/** The page reloads every few seconds, so that a new OTP appears automatically. */
function inboxPage(messages: InboxMessage[], phone: string | undefined) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="refresh" content="5" />
        <title>Inbox of the demo store</title>
        <style>
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 40rem;
            margin: 2rem auto;
            padding: 0 1rem;
            color: #1f1a17;
            background: #fff;
          }
          li {
            list-style: none;
            border-block-end: 1px solid #ddd;
            padding-block: 1rem;
          }
          ul {
            padding: 0;
          }
          strong {
            font-size: 1.75rem;
            letter-spacing: 0.2em;
            display: block;
          }
          small {
            color: #5c544f;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>Messages${phone ? ` to ${phone}` : ''}</h1>
          <p>The demo store doesn’t send text messages. They appear here instead.</p>
          ${messages.length === 0 ? html`<p>No messages yet.</p>` : ''}
          <ul>
            ${messages.map(messageItem)}
          </ul>
        </main>
      </body>
    </html>`
}

function messageItem({ to, text, otp, link, at }: InboxMessage) {
  return html`<li>
    <small>To +91 ${to}, ${at.slice(0, 19).replace('T', ' ')} UTC</small>
    ${otp ? html`<strong>${otp}</strong>` : ''}
    <div>${text}</div>
    ${link?.startsWith('http') ? html`<a href="${link}">${link}</a>` : ''}
  </li>`
}
