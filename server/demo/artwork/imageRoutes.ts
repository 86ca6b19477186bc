import { Hono } from 'hono'

import { compress } from '#server/platform/http/compress.ts'
import { drawGarment, dropShadow, productImage } from './garmentImage.ts'
import { heroImage, heroScenes } from './heroImage.ts'
import { parsePhotoSpec, imageNameIn } from './imagePath.ts'
import { sizeChartImage, sizeCharts } from './sizeChartImage.ts'
import type { GarmentSpec } from './imageSpec.ts'
import type { GarmentType } from './garments/garments.ts'
import wordmarksJson from './wordmarks.json'

const immutableCache = 'public, max-age=31536000, immutable'

/** Serves the images of the demo catalogue. A name describes its image, so an image never changes. */
export const imageRoutes = new Hono().get('/photos/:name', compress, (c) => {
  const svg = renderImage(c.req.param('name'))
  if (svg === undefined) return c.text('Not found', 404, { 'Cache-Control': 'no-store' })
  return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': immutableCache })
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

type OfferScene = { type: GarmentType; spec: GarmentSpec }

/** The garment on each offer, by coupon code. */
export const offerScenes: Record<string, OfferScene> = {
  first600: {
    type: 'kurti',
    spec: { base: '#f3e9d8', accent: '#1f6f5c', pattern: 'block', seed: 1, view: 'front' },
  },
  utsav20: {
    type: 'lehenga',
    spec: { base: '#b8405e', accent: '#e7a93b', pattern: 'bandhani', seed: 2, view: 'front' },
  },
  tryfree: {
    type: 'kurta',
    spec: { base: '#2b4c7e', accent: '#e9d5a6', pattern: 'solid', seed: 3, view: 'front' },
  },
}

/** Draws a coupon ticket with a garment at its right. The page puts the text over it. */
function offerImage({ type, spec }: OfferScene): string {
  const drawing = drawGarment(type, { spec, id: 'o' })
  const shadow = dropShadow(drawing, { place: 'translate(9 12)', fill: '#e8d9b5' })
  const ticket =
    'M24 0H576a24 24 0 0 1 24 24V96a24 24 0 0 0 0 48V216a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24V144a24 24 0 0 0 0-48V24A24 24 0 0 1 24 0z'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 240" width="600" height="240"><defs>${drawing.definitions}<clipPath id="ot"><path d="${ticket}"/></clipPath></defs><path d="${ticket}" fill="#fff2d9"/><path d="M392 16V224" stroke="#ffc34f" stroke-width="3" stroke-dasharray="9 8"/><g clip-path="url(#ot)"><g transform="translate(392 -6) scale(.5)">${shadow}${drawing.body}</g></g></svg>`
}

/** Outlines of the letters of each brand's wordmark, so that no font is needed. */
export const wordmarks: Record<string, string> = wordmarksJson

/** Draws a brand's wordmark on a transparent background. */
function wordmarkImage(paths: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 96" width="240" height="96" fill="currentColor" color="#14211d">${paths}</svg>`
}
