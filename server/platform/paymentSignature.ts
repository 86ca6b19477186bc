import { createHmac, timingSafeEqual } from 'node:crypto'

export const hexHmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

const hex = /^[0-9a-f]{64}$/

/** Compared without telling by its time how much of it was right. */
export function isSignedBy(secret: string, text: string, signature: string): boolean {
  if (!hex.test(signature)) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(hexHmac(secret, text)))
}

/** What the payment window hands out is signed over the order and the payment. */
export const paymentText = (orderId: string, paymentId: string) => `${orderId}|${paymentId}`
