import { Hono } from 'hono'

import { compress } from '#server/platform/http/compress.ts'
import { productImage } from './garmentImage.ts'
import { heroImage, heroScenes } from './heroImage.ts'
import { parsePhotoSpec, imageNameIn } from './imagePath.ts'
import { offerImage, offerScenes } from './offerImage.ts'
import { sizeChartImage, sizeCharts } from './sizeChartImage.ts'
import { wordmarkImage, wordmarks } from './wordmarkImage.ts'

const forEver = 'public, max-age=31536000, immutable'

/** Serves the images of the demo catalogue. A name describes its image, so an image never changes. */
export const imageRoutes = new Hono().get('/photos/:name', compress, (c) => {
  const svg = renderImage(c.req.param('name'))
  if (svg === undefined) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': forEver })
})

/** Draws the SVG that a file name below `/photos/` describes. Undefined for an unknown name. */
export function renderImage(fileName: string): string | undefined {
  const name = imageNameIn(fileName)
  if (name === undefined) return undefined
  const spec = parsePhotoSpec(name)
  return spec ? productImage(spec.type, spec) : renderNamedImage(name)
}

function renderNamedImage(name: string): string | undefined {
  const [kind = ''] = name.split('-')
  const rest = name.slice(kind.length + 1)
  if (kind === 'hero') return hero(rest)
  const wordmark = kind === 'brand' ? ownValue(wordmarks, rest) : undefined
  if (wordmark) return wordmarkImage(wordmark)
  const chart = kind === 'chart' ? ownValue(sizeCharts, rest) : undefined
  if (chart) return sizeChartImage(chart)
  const offer = kind === 'offer' ? ownValue(offerScenes, rest) : undefined
  return offer && offerImage(offer)
}

function hero(rest: string): string | undefined {
  const [, sceneName = '', format] = /^(.+)-(desktop|mobile)$/.exec(rest) ?? []
  const scene = ownValue(heroScenes, sceneName)
  return scene && heroImage(scene, format === 'mobile' ? 'mobile' : 'desktop')
}

const ownValue = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
