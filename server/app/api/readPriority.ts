import { type CallName, calls } from '#contract/api/calls.ts'

/**
 * Without these nobody can order, or pay for what was ordered. The public ones come without a token
 * also from shoppers who are signed in and stand at the checkout.
 */
const toOrder = [
  'checkDelivery',
  'readShippingCharges',
  'readTryAndBuyTerms',
  'readStandardTerms',
  'readPayment',
  'sendPaymentLink',
] as const satisfies CallName[]

export const isNeededToOrder = atPathOf(toOrder)

/** What anybody may look at and nobody needs to order: it waits for other connections than orders do. */
export const isVisitorRead = (name: CallName): boolean =>
  calls[name].method === 'GET' &&
  calls[name].access !== 'user' &&
  !(toOrder as readonly CallName[]).includes(name)

/** A read of what is somebody's own: without a live token it is refused anyway. */
export const isOwnRead = atPathOf(
  (Object.keys(calls) as CallName[]).filter(
    (name) => calls[name].method === 'GET' && calls[name].access === 'user',
  ),
)

/** Whether a URL, as it came over the line, is that of one of these calls. */
function atPathOf(names: CallName[]): (url: string) => boolean {
  const paths = names.map((name) => calls[name].path.replace(/:\w+/g, '[^/?]+'))
  const anyOfThem = new RegExp(`^/api(${paths.join('|')})/?(\\?|$)`)
  return (url) => anyOfThem.test(url)
}
