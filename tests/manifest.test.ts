import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { pageAt, sharePath } from '#contract/pages/paths.ts'

type Image = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string }
type Shortcut = { name: string; url: string; icons: Image[] }
type Manifest = Record<string, unknown> & {
  icons: Image[]
  screenshots: Image[]
  shortcuts: Shortcut[]
}

const manifest = JSON.parse(readFileSync('manifest.webmanifest', 'utf8')) as Manifest
const needed = [
  'id',
  'name',
  'short_name',
  'scope',
  'start_url',
  'display',
  'theme_color',
  'background_color',
  'shortcuts',
  'launch_handler',
  'display_override',
  'share_target',
  'categories',
]

test.each(needed)('the manifest has its %s [pwa.1]', (field) => {
  expect(manifest[field]).toBeTruthy()
})

test('icons exist in both sizes, plain and maskable [pwa.1]', () => {
  const names = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)

  for (const name of ['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']) {
    expect(names).toContain(name)
  }
})

test.each(
  [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ].map((picture) => [picture.src, picture] as const),
)('%s has the size in the manifest [pwa.1]', async (src, { sizes }) => {
  expect(existsSync(`public${src}`)).toBe(true)
  const { width, height } = await sharp(`public${src}`).metadata()

  if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
})

test('screenshots show it on a phone and on a wide screen [pwa.1]', () => {
  const shapes = manifest.screenshots.map(({ form_factor }) => form_factor)

  expect(shapes).toEqual(expect.arrayContaining(['narrow', 'wide']))
})

test('shortcuts lead to pages of the store, each with an icon of its own [pwa.1]', () => {
  const pages = manifest.shortcuts.map(({ url }) => pageAt(new URL(url, 'https://shop.example')))
  const icons = manifest.shortcuts.map(({ icons: [icon] }) => icon?.src)

  expect(pages.map((match) => match?.page)).toEqual(['search', 'cart', 'wishlist', 'tracking'])
  expect(new Set(icons).size).toBe(manifest.shortcuts.length)
})

test('a phone may be turned, and what is shared has a page [pwa.1]', () => {
  expect(manifest).not.toHaveProperty('orientation')
  expect(manifest.share_target).toMatchObject({ action: sharePath, method: 'GET' })
})
