import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'

import { compress } from '#server/platform/http/compress.ts'
import { demoFile } from './demoFile.ts'
import { imageNameIn } from './imagePath.ts'

const immutableCache = 'public, max-age=31536000, immutable'

const folder = demoFile('images')

/** Serves the images of the demo catalogue. Their URLs change with them, so an image never changes. */
export const imageRoutes = new Hono().get('/photos/:name', compress, async (c) => {
  const svg = await readImage(c.req.param('name'))
  if (svg === undefined) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': immutableCache })
})

/** The SVG of a file name below `/photos/`. Undefined for an unknown name. */
export async function readImage(fileName: string): Promise<string | undefined> {
  const name = imageNameIn(fileName)
  if (name === undefined) return undefined
  const [kind = ''] = name.split('-')
  return readFile(join(folder, kind, `${name}.svg`), 'utf8').catch(missingFile)
}

function missingFile(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
