import { Hono } from 'hono'

import { squeeze } from '#server/platform/squeeze.ts'
import { pictureAt } from './pictureAt.ts'

const forEver = 'public, max-age=31536000, immutable'

/** The drawn pictures of the demo catalogue. Their names say what is on them, so they never change. */
export const photoRoutes = new Hono().get('/photos/:name', squeeze, (c) => {
  const svg = pictureAt(c.req.param('name'))
  if (svg === undefined) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': forEver })
})
