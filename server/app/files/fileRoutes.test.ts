import { mkdtempSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { photoPath, photoWidths } from '#contract/catalogue/photos.ts'
import { productPhotoRoutes } from './fileRoutes.ts'

const hash = '0123456789abcdef0123'
const folder = mkdtempSync(join(tmpdir(), 'pehno-photos-'))

beforeAll(() => {
  mkdirSync(join(folder, hash))
  // The content of each file is its width.
  for (const width of photoWidths) writeFileSync(join(folder, hash, `${width}.webp`), `${width}`)
})
afterAll(() => rmSync(folder, { recursive: true }))

const fetchFile = async (path: string, headers = {}) => {
  const response = await productPhotoRoutes(folder).request(path, { headers })
  return {
    status: response.status,
    vary: response.headers.get('vary'),
    text: await response.text(),
  }
}

test('a photo is served in the requested width', async () => {
  expect(await fetchFile(photoPath(hash, 720))).toEqual({
    status: 200,
    vary: 'Save-Data, ECT',
    text: '720',
  })
  expect((await fetchFile(`/photos/kept/${hash}/500.webp`)).status).toBe(404)
})

test.each([
  ['with Save-Data', { 'Save-Data': 'on' }],
  ['on a slow network', { ECT: 'slow-2g' }],
])('%s a photo is one size smaller, except the smallest [pwa.15]', async (_, saveData) => {
  expect((await fetchFile(photoPath(hash, 1080), saveData)).text).toBe('720')
  expect((await fetchFile(photoPath(hash, 480), saveData)).text).toBe('320')
  expect((await fetchFile(photoPath(hash, 160), saveData)).text).toBe('160')
  expect((await fetchFile(photoPath(hash, 1080), { ECT: '4g' })).text).toBe('1080')
})

// Only Linux lists open files.
test.runIf(process.platform === 'linux')(
  'HEAD returns the size and leaves no file open',
  async () => {
    const response = await productPhotoRoutes(folder).request(photoPath(hash, 720), {
      method: 'HEAD',
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('3')
    expect(openFiles(folder)).toEqual([])
  },
)

/** The files of a folder that this process has open. */
function openFiles(folder: string): string[] {
  const descriptors = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return descriptors.filter((path) => path.startsWith(folder))
}
