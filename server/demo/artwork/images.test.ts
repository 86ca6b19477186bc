import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { offerScenes, renderImage, wordmarks } from './imageRoutes.ts'
import type { PhotoSpec } from '#server/demo/catalogue/demoTypes.ts'
import { garments, type GarmentType } from './garments/garments.ts'
import { patterns, views } from './imageSpec.ts'
import { heroScenes } from './heroImage.ts'
import { productPhotoPath, parsePhotoSpec, imageNameIn, imagePath } from './imagePath.ts'
import { inchesText, sizeCharts } from './sizeChartImage.ts'

const kurti: PhotoSpec = {
  type: 'kurti',
  pattern: 'block',
  base: '#f3e9d8',
  accent: '#1f6f5c',
  seed: 8,
  view: 'front',
}

const fileOf = (path: string) => path.replace('/photos/', '')
const svgOf = (path: string) => renderImage(fileOf(path)) ?? ''

/** Ids that an SVG refers to but does not define. */
function missingIds(svg: string) {
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const uses = [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map(([, id]) => id)
  return uses.filter((id) => !ids.has(id))
}

test('a photo is deterministic, and its URL contains its options', () => {
  const path = productPhotoPath(kurti)

  expect(svgOf(path)).toBe(svgOf(productPhotoPath({ ...kurti })))
  expect(parsePhotoSpec(imageNameIn(fileOf(path)) ?? '')).toEqual(kurti)
  expect(path).toMatch(/^\/photos\/[a-z0-9-]+\.svg$/)
})

test('every option changes the photo', () => {
  const others: Partial<PhotoSpec>[] = [
    { type: 'dress' },
    { pattern: 'ikat' },
    { base: '#b8405e' },
    { accent: '#e7a93b' },
    { seed: 9 },
    ...views.slice(1).map((view) => ({ view })),
  ]
  const photos = [kurti, ...others.map((change) => ({ ...kurti, ...change }))]

  expect(new Set(photos.map((spec) => svgOf(productPhotoPath(spec)))).size).toBe(photos.length)
})

test.each(Object.keys(garments) as GarmentType[])(
  'a %s in every cut, pattern and view is a small valid drawing',
  async (type) => {
    const specs = patterns.flatMap((pattern) =>
      views.map((view, at) => ({ ...kurti, type, pattern, view, seed: at + patterns.length })),
    )

    for (const spec of specs) {
      const svg = svgOf(productPhotoPath(spec))
      expect(svg.length).toBeLessThan(6000)
      expect(missingIds(svg)).toEqual([])
      await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({
        format: 'svg',
        width: 800,
        height: 1000,
      })
    }
  },
)

test('sliders, wordmarks, size charts and offers have images [home.1]', async () => {
  const names = [
    ...Object.keys(heroScenes).flatMap((name) => [`hero-${name}-desktop`, `hero-${name}-mobile`]),
    ...Object.keys(wordmarks).map((name) => `brand-${name}`),
    ...Object.keys(sizeCharts).map((name) => `chart-${name}`),
    ...Object.keys(offerScenes).map((name) => `offer-${name}`),
  ]

  for (const name of names) {
    const svg = svgOf(imagePath(name))
    expect(missingIds(svg)).toEqual([])
    expect(gzipSync(svg).length).toBeLessThan(6000)
    await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ format: 'svg' })
  }
})

test('a size chart names each measurement in centimetres and inches [product.2]', () => {
  const textsOf = (name: string) =>
    [...svgOf(imagePath(name)).matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)

  expect(textsOf('chart-women-tops')).toEqual(expect.arrayContaining(['M', '91 cm', '36 in']))
  // The columns of UK and EU sizes are no lengths.
  const shoes = textsOf('chart-women-shoes')
  expect(shoes).toEqual(expect.arrayContaining(['5', '38', '23.5 cm', '9.3 in']))
  expect(shoes).not.toContain('38 cm')
})

test.each([
  [86, '34'],
  [44, '17.5'],
  [22.3, '8.8'],
  [22.9, '9'],
])('%d cm are %s inches', (cm, inches) => {
  expect(inchesText(cm)).toBe(inches)
})

test('a slider image is 3:1 for desktops and 4:5 for phones', () => {
  expect(svgOf(imagePath('hero-women-1-desktop'))).toContain('viewBox="0 0 1440 480"')
  expect(svgOf(imagePath('hero-women-1-mobile'))).toContain('viewBox="0 0 800 1000"')
})

test.each([
  ['an unknown kind of image', fileOf(imagePath('brand-nobody'))],
  ['an unknown format', fileOf(imagePath('hero-women-1-tablet'))],
  ['a built-in property name', fileOf(imagePath('chart-constructor'))],
  ['an unknown garment', fileOf(imagePath('toString-solid-ffffff-000000-1-front'))],
  ['a hash of another name', fileOf(productPhotoPath(kurti)).replace('-8-', '-9-')],
  ['another file extension', fileOf(productPhotoPath(kurti)).replace('.svg', '.png')],
  ['a path outside the folder', '../kurti.svg'],
  ['nothing', ''],
])('there is no image for %s', (_, fileName) => {
  expect(renderImage(fileName)).toBeUndefined()
})
