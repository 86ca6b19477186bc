import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { setClock } from '#server/platform/runtime/clock.ts'
import { RenderQueueFullError, shareImages } from './shareImages.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="50"><path d="M0 0h40v50z"/></svg>'
const loadPhotos = () => Promise.resolve([Buffer.from(drawing)])
const productWithPhotos = (id: string) => ({ id, version: '1', loadPhotos })
const noon = new Date('2026-11-20T12:00:00Z')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pehno-share-'))
  setClock(() => noon)
})
afterEach(async () => {
  setClock()
  await rm(folder, { recursive: true })
})

test('a crawler is rate-limited; cached images are served at once [product.5] [safe.5]', async () => {
  const shareImageOf = shareImages(folder, 2)
  const first = await shareImageOf(productWithPhotos('a'))
  await shareImageOf(productWithPhotos('b'))

  await expect(shareImageOf(productWithPhotos('c'))).rejects.toThrow(RenderQueueFullError)
  expect(await shareImageOf(productWithPhotos('a'))).toEqual(first)

  setClock(() => new Date(noon.getTime() + 60_000))
  await expect(shareImageOf(productWithPhotos('c'))).resolves.toBeInstanceOf(Buffer)
})

test('a failed image leaves no file and does not block others [product.5]', async () => {
  const shareImageOf = shareImages(folder)
  const broken = {
    ...productWithPhotos('a'),
    loadPhotos: () => Promise.resolve([Buffer.from('no picture')]),
  }

  await expect(shareImageOf(broken)).rejects.toThrow(/unsupported image format/)
  await expect(shareImageOf(productWithPhotos('a'))).resolves.toBeInstanceOf(Buffer)
})
