import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'

import type { PushMessage } from '#contract/account/notification.ts'
import type { Database } from '#server/database/client/connect.ts'

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHmac('sha256', key)).digest()

/** The browser's side of a push (RFC 8291): only the browser has the keys. */
export function decryptPush(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + 65)
  const sealed = body.subarray(21 + 65)
  const secret = hmac(auth, browser.computeSecret(senderKey))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
  const random = hmac(salt, hmac(secret, info, '\x01'))
  const key = hmac(random, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(random, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString()
}

const vendor = 'https://fcm.googleapis.com'

/**
 * A push service that takes what is signed and encrypted, and its browsers. The store accepts browsers of known
 * services only, so a browser subscribes at one of these, and `redirect` then leads what it is sent to this service.
 */
export async function startPushService() {
  const received: { path: string; authorization: string; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { url = '', headers } = request
      const authorization = headers.authorization ?? ''
      received.push({ path: url, authorization, body: Buffer.concat(parts) })
      response.writeHead(/^vapid t=[\w.-]+, ?k=/.test(authorization) ? 201 : 401).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    redirect: (db: Database) =>
      db.transaction(async (tx) => {
        for (const table of ['push_subscriptions', 'staff_push_subscriptions']) {
          await tx.execute(
            sql`update ${sql.identifier(table)} set endpoint = replace(endpoint, ${vendor}, ${origin})`,
          )
        }
      }),
    /** A browser whose subscription the page sends to the store. */
    browser: (name: string) => {
      const path = `/fcm/send/${name}`
      const browser = createECDH('prime256v1')
      const p256dh = browser.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      return {
        subscription: {
          endpoint: `${vendor}${path}`,
          keys: { p256dh, auth: auth.toString('base64url') },
        },
        /** The titles of the notifications that it has been sent. */
        titles: () =>
          received
            .filter((push) => push.path === path)
            .map(({ body }) => JSON.parse(decryptPush(body, browser, auth)) as PushMessage)
            .map(({ notification }) => notification.title),
      }
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}
