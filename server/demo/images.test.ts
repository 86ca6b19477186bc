import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { imagePath } from './imagePath.ts'
import { imageRoutes, readImage } from './imageRoutes.ts'

const folder = fileURLToPath(new URL('images', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.svg'))
  .map((path) => ({ name: basename(path, '.svg'), svg: readFileSync(join(folder, path), 'utf8') }))

const kurti = imagePath('kurti-buti-c4375f-f0c36b-2-bust')

const fileOf = (path: string) => path.replace('/photos/', '')
const svgOf = async (path: string) => (await readImage(fileOf(path))) ?? ''

/** Ids that an SVG refers to but does not define. */
function missingIds(svg: string) {
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const uses = [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map(([, id]) => id)
  return uses.filter((id) => !ids.has(id))
}

/** Every word in the files of the demo store that is the name of an image. */
function namesInFiles(): Set<string> {
  const folder = fileURLToPath(new URL('catalogue', import.meta.url))
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return new Set(texts.flatMap((text) => text.match(/[a-z0-9-]+/g) ?? []))
}

test('every image is shown somewhere', () => {
  const shown = namesInFiles()

  expect(files.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
})

test('all images together are smaller than 8 MB', () => {
  expect(files.reduce((bytes, { svg }) => bytes + svg.length, 0)).toBeLessThan(8_000_000)
})

test('every image is small, complete and without scripts [home.1]', () => {
  const faulty = files.filter(
    ({ svg }) =>
      missingIds(svg).length > 0 || gzipSync(svg).length > 6000 || /<script|\son\w+=/i.test(svg),
  )

  expect(faulty.map(({ name }) => name)).toEqual([])
})

test('every kind of image is a valid drawing', async () => {
  const firstOfKind = new Map(files.map((file) => [file.name.split('-')[0], file]))

  for (const { svg } of firstOfKind.values()) {
    await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ format: 'svg' })
  }
})

test('a photo is 4:5, and a slider image is 3:1 for desktops and 4:5 for phones', async () => {
  expect(await svgOf(kurti)).toContain('width="800" height="1000"')
  expect(await svgOf(imagePath('hero-women-1-desktop'))).toContain('viewBox="0 0 1440 480"')
  expect(await svgOf(imagePath('hero-women-1-mobile'))).toContain('viewBox="0 0 800 1000"')
})

test('a size chart names each measurement in centimetres and inches [product.2]', async () => {
  const textsOf = async (name: string) =>
    [...(await svgOf(imagePath(name))).matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text)

  expect(await textsOf('chart-women-tops')).toEqual(expect.arrayContaining(['M', '91 cm', '36 in']))
  // The columns of UK and EU sizes are no lengths.
  const shoes = await textsOf('chart-women-shoes')
  expect(shoes).toEqual(expect.arrayContaining(['5', '38', '23.5 cm', '9.3 in']))
  expect(shoes).not.toContain('38 cm')
})

test('an image is cached for a year, a missing one is not cached', async () => {
  const image = await imageRoutes.request(kurti)
  const missing = await imageRoutes.request(imagePath('brand-nobody'))

  expect(image.headers.get('Content-Type')).toBe('image/svg+xml')
  expect(image.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect([missing.status, missing.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
})

test.each([
  ['an unknown kind of image', fileOf(imagePath('brand-nobody'))],
  ['an unknown format', fileOf(imagePath('hero-women-1-tablet'))],
  ['a built-in property name', fileOf(imagePath('chart-constructor'))],
  ['an unknown garment', fileOf(imagePath('toString-solid-ffffff-000000-1-front'))],
  ['a hash of another name', fileOf(kurti).replace('-2-', '-9-')],
  ['another file extension', fileOf(kurti).replace('.svg', '.png')],
  ['a path outside the folder', '../kurti.svg'],
  ['nothing', ''],
])('there is no image for %s', async (_, fileName) => {
  expect(await readImage(fileName)).toBeUndefined()
})
