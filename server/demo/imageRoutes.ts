import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'

import { compress } from '#server/platform/http/compress.ts'
import { imageNameIn } from './imagePath.ts'

const immutableCache = 'public, max-age=31536000, immutable'

/** The folder of the images: beside this file, and in a build beside the server or its chunks. */
const folder = imageFolder()

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

function imageFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const paths = [here, dirname(here)].map((parent) => join(parent, 'images'))
  const path = paths.find((candidate) => existsSync(join(candidate, 'hero')))
  if (!path) throw new Error(`No images beside ${here}`)
  return path
}
