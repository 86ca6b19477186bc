import sharp from 'sharp'
import { expect, test } from 'vitest'

import { drawShareImage } from './shareImages.ts'

const green = '#0b5f47'
const red = '#b3193a'
const photo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer()

/** Red, green and blue of a pixel. */
async function colourAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(image).extract({ left, top, width: 1, height: 1 })
  return [...(await pixel.raw().toBuffer())]
}

test('the first photo is uncropped in the middle, the next two are beside it [product.5]', async () => {
  const upright = await photo(800, 1000, green)
  const image = await drawShareImage([upright, await photo(3000, 2000, red), upright])

  const { format, width, height } = await sharp(image).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
  const [, greenness = 0] = await colourAt(image, 600, 5)
  const [redness = 0] = await colourAt(image, 100, 300)
  expect(greenness).toBeGreaterThan(80)
  expect(redness).toBeGreaterThan(150)
})

test('a single photo, even a very wide one, has the store’s background [product.5]', async () => {
  const image = await drawShareImage([await photo(4000, 500, red)])

  for (const [left, top] of [
    [20, 20],
    [1180, 600],
    [600, 40],
  ] as const) {
    expect(Math.min(...(await colourAt(image, left, top)))).toBeGreaterThan(235)
  }
  const [redness = 0, greenness = 0] = await colourAt(image, 600, 315)
  expect(redness - greenness).toBeGreaterThan(100)
})
