import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { setClock } from '#server/platform/runtime/clock.ts'
import { RenderQueueFullError, shareImages } from './shareImages.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="50"><path d="M0 0h40v50z"/></svg>'
const loadPhotos = () => Promise.resolve([Buffer.from(drawing)])
const wanted = (id: string) => ({ id, version: '1', loadPhotos })
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
  const pictureOf = shareImages(folder, 2)
  const first = await pictureOf(wanted('a'))
  await pictureOf(wanted('b'))

  await expect(pictureOf(wanted('c'))).rejects.toThrow(RenderQueueFullError)
  expect(await pictureOf(wanted('a'))).toEqual(first)

  setClock(() => new Date(noon.getTime() + 60_000))
  await expect(pictureOf(wanted('c'))).resolves.toBeInstanceOf(Buffer)
})

test('a failed image leaves no file and does not block others [product.5]', async () => {
  const pictureOf = shareImages(folder)
  const broken = { ...wanted('a'), loadPhotos: () => Promise.resolve([Buffer.from('no picture')]) }

  await expect(pictureOf(broken)).rejects.toThrow(/unsupported image format/)
  await expect(pictureOf(wanted('a'))).resolves.toBeInstanceOf(Buffer)
})
