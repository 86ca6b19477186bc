import { createHmac, randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'

import * as rules from '#contract/rules.ts'
import { clock } from '#server/platform/runtime/clock.ts'
import { isPublicAddress, lookupPublicHost, PrivateHostError } from './publicHost.ts'

/** An event for one address, as Standard Webhooks describes it. */
export type OutgoingWebhook = {
  url: string
  /** As `createWebhookSecret` makes it. */
  secret: string
  /** The same in every try. */
  id: string
  body: string
}

/** Sends an event and returns the status of the answer; throws a `NotSentError` if there is none. */
export type SendWebhook = (webhook: OutgoingWebhook) => Promise<number>

/** Its message says to the owner why an event could not be sent. */
export class NotSentError extends Error {}

const secretPrefix = 'whsec_'

export const createWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

/**
 * The signature of an event (https://www.standardwebhooks.com): HMAC-SHA256 over id, time in seconds and body. The time
 * is signed too, so that a receiver can refuse an event that somebody recorded and sends again.
 */
export function signWebhook(
  { secret, id, body }: Pick<OutgoingWebhook, 'secret' | 'id' | 'body'>,
  timestamp: number,
): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signed = `${id}.${timestamp}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

type Options = {
  timeoutMs?: number
  /** Tests send to their own computer, without TLS. */
  isLocalAllowed?: boolean
}

/** Sends events to public hosts over HTTPS only. Redirects are not followed, and no answer's body is read. */
export function webhookSender({
  timeoutMs = rules.webhooks.timeoutMs,
  isLocalAllowed = false,
}: Options = {}): SendWebhook {
  return async (webhook) => {
    const url = new URL(webhook.url)
    if (!isLocalAllowed) requirePublic(url)
    const timestamp = Math.floor(clock.now().getTime() / 1000)
    const { request } = url.protocol === 'https:' ? https : http
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        // A connection of another request may have been made before the host was checked.
        agent: false,
        ...(!isLocalAllowed && { lookup: lookupPublicHost }),
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(webhook.body),
          'User-Agent': 'Pehno-Webhooks/1',
          'webhook-id': webhook.id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signWebhook(webhook, timestamp),
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
      sent.on('response', (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      })
      sent.on('error', (error) => reject(new NotSentError(reasonOf(error), { cause: error })))
      sent.end(webhook.body)
    })
  }
}

const notPublic = 'The address doesn’t lead to a public host'

/** A name is checked when it is looked up; an address has no look-up. */
function requirePublic({ protocol, hostname }: URL): void {
  if (protocol !== 'https:') throw new NotSentError('The address doesn’t begin with https://')
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) && !isPublicAddress(address)) throw new NotSentError(notPublic)
}

const reasons: Record<string, string> = {
  ENOTFOUND: 'The host wasn’t found',
  EAI_AGAIN: 'The host wasn’t found',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The host ended the connection',
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof PrivateHostError) return notPublic
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return 'There was no answer in time'
  const { code = '' } = error
  if (/CERT|TLS|SSL/.test(code)) return 'The certificate of the host isn’t valid'
  return reasons[code] ?? 'The connection failed'
}
