import { Hono } from 'hono'

import { type Page, paths } from '#contract/paths.ts'

/** What somebody has or does is nobody else's, and results of a search are no pages. */
const closed: Page[] = ['account', 'cart', 'checkout', 'wishlist', 'tracking', 'orders', 'order']
const anHour = 'public, max-age=3600'

/** Where search engines may go, and where they find what there is. */
export function robotsRoute(origin: string) {
  const lines = [
    'User-agent: *',
    ...closed.map((page) => `Disallow: ${paths[page]}`),
    'Disallow: /refund/',
    `Disallow: ${paths.search}?`,
    'Disallow: /*?*cursor=',
    'Disallow: /api/',
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Hono().get('/robots.txt', (c) =>
    c.text(lines.join('\n'), 200, { 'Cache-Control': anHour }),
  )
}
