import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'

import { cachePages, type CompressedPage, compressFast } from './pageCache.ts'

const words = ['kurta', 'saree', 'shirt', 'anarkali', 'dupatta', 'lehenga', 'jutti']
const text = Array.from(
  { length: 900 },
  (_, index) =>
    `<li class="card" id="${index * index}">${words[(index * index) % 11] ?? index}</li>`,
).join('')
const render = () => compressFast([text], 200, {})
const textOf = ({ br }: CompressedPage) => brotliDecompressSync(br).toString()

test('a page is sent at once, and with better compression when it is requested again', async () => {
  const first = render().br.length
  const pages = cachePages(render)

  const page = await pages('/')
  expect(await pages('/')).toBe(page)

  await vi.waitFor(() => expect(page.br.length).toBeLessThan(first))
  expect(textOf(page)).toBe(text)
})

test('an unchanged page that is rendered again is well compressed from the start', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const pages = cachePages(render)
  const first = render().br.length
  const before = await pages('/')
  await pages('/')
  await vi.waitFor(() => expect(before.br.length).toBeLessThan(first), { timeout: 10_000 })
  vi.setSystemTime(Date.now() + 60_000)

  const after = await pages('/')
  vi.useRealTimers()

  expect(after).not.toBe(before)
  expect(after.br).toBe(before.br)
})

test('a page that failed to render is rendered again', async () => {
  const draw = vi.fn(async () => render()).mockRejectedValueOnce(new Error('No database'))
  const pages = cachePages(draw)

  await expect(pages('/')).rejects.toThrow('No database')

  expect(textOf(await pages('/'))).toBe(text)
})

test('a page is sent even if others take its place while it is rendered [safe.4]', async () => {
  let finish = () => {}
  const isFinished = new Promise<void>((resolve) => (finish = resolve))
  const pages = cachePages(async () => {
    await isFinished
    return compressFast(['short'], 200, {})
  })

  const all = Array.from({ length: 400 }, (_, at) => pages(`/${at}`))
  finish()

  expect((await Promise.all(all)).map(textOf)).toEqual(all.map(() => 'short'))
})

test('pages compressed one after the other keep their own content', () => {
  const [short, long] = [
    compressFast(['₹', '499'], 200, {}),
    compressFast([text, '₹', text], 200, {}),
  ]
  expect([short, long].map(textOf)).toEqual(['₹499', `${text}₹${text}`])
  expect(short.etag).not.toBe(long.etag)
})
