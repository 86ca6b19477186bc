import { eq } from 'drizzle-orm'
import { Hono } from 'hono'

import type { Database } from '#server/database/connect.ts'
import { returnPhotos } from '#server/database/returnPhotoTables.ts'

/** The pictures of returns. Who knows the address may look: it is drawn at random and told to nobody else. */
export const returnPhotoRoutes = (db: Database) =>
  new Hono().get('/photos/returns/:name{[\\w-]{36}\\.webp}', async (c) => {
    const [id = ''] = c.req.param('name').split('.')
    const [photo] = await db.select().from(returnPhotos).where(eq(returnPhotos.id, id))
    c.header('Cache-Control', 'private, no-store')
    if (!photo) return c.text('Not found', 404)
    return c.body(new Uint8Array(photo.picture), 200, { 'Content-Type': 'image/webp' })
  })
