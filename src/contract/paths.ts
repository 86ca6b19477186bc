/** Every address of the store; a page's noun is its key. */
export const paths = {
  home: '/',
  collections: '/collections',
  product: '/products/:id',
  search: '/search',
  cart: '/cart',
  checkout: '/checkout',
  wishlist: '/wishlist',
  account: '/myaccount',
  profile: '/myaccount/profile',
  addresses: '/myaccount/addresses',
  tracking: '/order-tracking',
  orders: '/order-listing',
  order: '/order-details',
  support: '/customer-support',
  faq: '/frequently-asked-questions',
  refund: '/refund/:orderId',
  policy: '/policies/:policyType',
  terms: '/terms-and-conditions',
  privacy: '/privacy-policy',
  refundPolicy: '/refund-policy',
  about: '/about-us',
  contact: '/contact-us',
} as const
export type Page = keyof typeof paths

/** What an address says: its named parts and its query. */
export type Params = Record<string, string>

const patterns = (Object.keys(paths) as Page[]).map((page) => ({
  page,
  pattern: new RegExp(`^${paths[page].replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}))

/** The page at an address, for who has no router. Undefined: not found. */
export function pageAt({ pathname, searchParams }: URL) {
  for (const { page, pattern } of patterns) {
    const found = pattern.exec(pathname)
    if (!found) continue
    const named = Object.entries(found.groups ?? {}).map(([name, part]) => [name, plain(part)])
    const params: Params = { ...Object.fromEntries(searchParams), ...Object.fromEntries(named) }
    return { page, params }
  }
  return undefined
}

/** In plain letters, or as it stands where it is no right encoding of any. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The path with its named parts filled in. */
export function fillPath(path: string, parts: Params = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
}

export const menHomePath = `${paths.home}?gender=men`
export const productPath = (id: string) => fillPath(paths.product, { id })
export const categoryPath = (id: string) =>
  `${paths.collections}?category=${encodeURIComponent(id)}`
export const subcategoryPath = (id: string) =>
  `${paths.collections}?subcategory=${encodeURIComponent(id)}`
export const brandPath = (id: string) => `${paths.collections}?brands=${encodeURIComponent(id)}`
export const searchPath = (words: string) => `${paths.search}?q=${encodeURIComponent(words)}`
export const trackingPath = (id: string) => `${paths.tracking}?id=${encodeURIComponent(id)}`
export const orderPath = (id: string) => `${paths.order}?id=${encodeURIComponent(id)}`

/** Behind the guard: who is not signed in is asked to. */
export const protectedPages: ReadonlySet<Page> = new Set<Page>([
  'checkout',
  'wishlist',
  'account',
  'profile',
  'addresses',
  'tracking',
  'orders',
  'order',
  'refund',
])

/** The policies that have an address of their own, `/policies/{type}`, and what each is called. */
export const policyNames: ReadonlyMap<string, string> = new Map([
  ['shipping', 'Shipping policy'],
  ['returns', 'Return policy'],
  ['exchange', 'Exchange policy'],
  ['cancellation', 'Cancellation policy'],
  ['refund', 'Refund policy'],
  ['payment', 'Payment policy'],
  ['try-and-buy', 'Try and Buy policy'],
  ['privacy', 'Privacy policy'],
  ['terms', 'Terms and conditions'],
  ['grievance', 'Grievance policy'],
])

/**
 * Opened by a shopper whose network wants a login first. The worker leaves it to the network, so that
 * a captive portal can answer it; once that lets the shopper through, the server redirects home. A
 * file of its own, because no first view needs it.
 */
export const networkLoginPath = '/network-login'
