/** Every page URL; the key names the page. */
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

/** The path parameters and the query of a URL. */
export type Params = Record<string, string>

const patterns = (Object.keys(paths) as Page[]).map((page) => ({
  page,
  pattern: new RegExp(`^${paths[page].replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}))

/** The page at a URL, for code without the router; undefined if there is none. */
export function pageAt({ pathname, searchParams }: URL) {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(pathname)
    if (!match) continue
    const named = Object.entries(match.groups ?? {}).map(([name, part]) => [name, decodePart(part)])
    const params: Params = { ...Object.fromEntries(searchParams), ...Object.fromEntries(named) }
    return { page, params }
  }
  return undefined
}

/** Decodes a path parameter; an invalid encoding stays as it is. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Fills in the parameters of a path. */
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
export const brandCategoryPath = (brand: string, category: string) =>
  `${brandPath(brand)}&category=${encodeURIComponent(category)}`
export const brandBestSellersPath = (brand: string) => `${brandPath(brand)}&sort=popular`
export const searchPath = (words: string) => `${paths.search}?q=${encodeURIComponent(words)}`

/** The customer's complaints, on the support page. */
export const complaintsPath = `${paths.support}#complaints`

/** The support page with the complaint form about an order. */
export const supportPath = (orderNumber: string) =>
  `${paths.support}?order=${encodeURIComponent(orderNumber)}#complaint`

export const trackingPath = (id: string) => `${paths.tracking}?id=${encodeURIComponent(id)}`
export const orderPath = (id: string) => `${paths.order}?id=${encodeURIComponent(id)}`

/** Pages that require a login. */
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

/** The policies with a page of their own, `/policies/{type}`, and their titles. */
export const policyNames: ReadonlyMap<string, string> = new Map([
  ['shipping', 'Shipping policy'],
  ['returns', 'Return policy'],
  ['exchange', 'Exchange policy'],
  ['cancellation', 'Cancellation policy'],
  ['refund', 'Refund policy'],
  ['payment', 'Payment policy'],
  ['try-and-buy', 'Try & Buy policy'],
  ['privacy', 'Privacy policy'],
  ['terms', 'Terms and conditions'],
  ['grievance', 'Grievance policy'],
])

/**
 * Opened by a shopper whose network requires a login. The service worker leaves it to the network,
 * so that a captive portal can respond; once the shopper is online, the server redirects home.
 */
export const networkLoginPath = '/network-login'

/**
 * Opened by the system with what was shared with the installed store (`share_target` of the manifest). It leads to
 * another page (`sharedTarget.ts`): by the server, or without a connection by the app.
 */
export const sharePath = '/share'

/**
 * What only the server can respond to, with everything below it: the API, pages and tools outside
 * the app, and generated files.
 */
export const serverRoutes = [
  '/api',
  '/desk',
  '/dev',
  '/sandbox',
  '/maps-frame',
  '/photos',
  '/sitemaps',
  '/metrics',
  '/healthz',
  '/readyz',
  networkLoginPath,
] as const

/** Folders of the build and of `public`. */
const fileFolders = ['/assets', '/fonts', '/icons', '/images'] as const

const isBelow = (pathname: string, root: string) =>
  pathname === root || pathname.startsWith(`${root}/`)

/**
 * Whether only the server can respond to a path: one of its routes, or a file. The service worker
 * opens every other path as a page of the app.
 */
export const isServerPath = (pathname: string): boolean =>
  [...serverRoutes, ...fileFolders].some((root) => isBelow(pathname, root)) ||
  /\.\w+$/.test(pathname)

/** Whether one of the server's own routes responds to a path. */
export const isServerRoute = (pathname: string): boolean =>
  serverRoutes.some((root) => isBelow(pathname, root))
