import { type CallName, calls } from '#contract/api/calls.ts'

/**
 * Reads that placing or paying for an order needs. Checkout sends the public ones without a token even
 * when the shopper is logged in, so they cannot be recognised by the session.
 */
const orderReads = [
  'checkDelivery',
  'readShippingCharges',
  'readTryAndBuyTerms',
  'readStandardTerms',
  'readPayment',
  'sendPaymentLink',
] as const satisfies CallName[]

export const isNeededToOrder = matchPaths(orderReads)

/** Public reads that no order needs. They use their own connection pool, so that they cannot delay orders. */
export const isVisitorRead = (name: CallName): boolean =>
  calls[name].method === 'GET' &&
  calls[name].access !== 'user' &&
  !(orderReads as readonly CallName[]).includes(name)

/** Reads of a customer's own data. They need a session. */
export const isPersonalRead = matchPaths(
  (Object.keys(calls) as CallName[]).filter(
    (name) => calls[name].method === 'GET' && calls[name].access === 'user',
  ),
)

/** Matches the raw request URL (path and query) against the paths of these calls. */
function matchPaths(names: CallName[]): (url: string) => boolean {
  const paths = names.map((name) => calls[name].path.replace(/:\w+/g, '[^/?]+'))
  const pattern = new RegExp(`^/api(${paths.join('|')})/?(\\?|$)`)
  return (url) => pattern.test(url)
}
