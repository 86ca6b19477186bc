import * as v from 'valibot'

import { StoreError } from '#server/platform/http/storeError.ts'
import { log } from '#server/platform/observability/log.ts'

type Keys = { authKey: string; otpTemplate: string; linkTemplate: string }
type Options = { origin?: string | undefined; timeoutMs?: number }

const SmsResponse = v.object({ type: v.string(), message: v.optional(v.unknown()) })

/** Sends text messages through MSG91. Failures and timeouts are logged and thrown as `unavailable`. */
export function msg91(
  keys: Keys,
  { origin = 'https://control.msg91.com', timeoutMs = 8000 }: Options = {},
): SendMessage {
  return async (message) => {
    try {
      const response = await fetch(`${origin}/api/v5/${pathOf(message)}`, {
        method: 'POST',
        headers: { authkey: keys.authKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(bodyOf(message, keys)),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const body = v.parse(SmsResponse, await response.json())
      if (!response.ok || body.type !== 'success') {
        throw new Error(`MSG91 responded with ${response.status}: ${String(body.message)}`)
      }
    } catch (error) {
      log.error({ err: error }, 'A text message was not sent')
      throw new StoreError('unavailable', 'We couldn’t send the message. Please try again.')
    }
  }
}

const pathOf = ({ otp }: Message) => (otp ? 'otp' : 'flow')

function bodyOf({ to, otp, link, text }: Message, { otpTemplate, linkTemplate }: Keys) {
  const mobile = `91${to}`
  if (otp) return { template_id: otpTemplate, mobile, otp }
  return { template_id: linkTemplate, recipients: [{ mobiles: mobile, link, text }] }
}

/** A text message: its full text, and the values for the provider's templates. */
export type Message = { to: string; text: string; otp?: string; link?: string }

/** Sends a text message or throws `unavailable`. Demo mode stores it in an inbox instead. */
export type SendMessage = (message: Message) => Promise<void>
