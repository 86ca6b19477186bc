import { get } from 'node:http'
import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from '#tests/support/pages/storeTest.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { scrollDown } from '#tests/support/shopper/shopping.ts'

test.use({ hasWorker: false })

/** The weight of a first visit. Unlike times, it does not depend on the machine. */
const maxDocumentBytes = 14_600
/** What is loaded before a page is hydrated; the deferred chunks follow when it is idle. */
const maxScriptBytes = { home: 99 * 1024, list: 115 * 1024, product: 113 * 1024 }
const maxWorkerBytes = 10 * 1024
/** All files that the worker stores, so that every page opens offline. */
const maxInstallBytes = 450 * 1024
/** Until the page is hydrated; later requests wait until it is idle. */
const maxRequests = 9

/** The size of a response in bytes, as it is sent to a browser. */
const transferSizeOf = (address: string) =>
  new Promise<{ size: number; encoding: string | undefined }>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let size = 0
      expect(response.statusCode, address).toBe(200)
      const encoding = response.headers['content-encoding']
      response.on('data', (bytes: Buffer) => (size += bytes.length))
      response.on('end', () => resolve({ size, encoding }))
    }).on('error', reject)
  })

/** The compressed size of a response in bytes. */
async function sizeOf(address: string): Promise<number> {
  const { size, encoding } = await transferSizeOf(address)
  expect(encoding).toBe('br')
  return size
}

async function firstPages(request: APIRequestContext, origin = ''): Promise<string[]> {
  const response = await request.get(`${origin}/api/products/list?limit=1`)
  const { result } = (await response.json()) as { result: { data: Listed[] } }
  const [product] = result.data
  const list = `/collections?category=${product?.category._id}`
  return ['/', '/collections', list, `/products/${product?._id}`]
}

type Listed = { _id: string; category: { _id: string } }

test('a cached page fits into the initial congestion window @phone', async ({ request }) => {
  test.setTimeout(120_000)
  // The demo store as it begins: what other tests buy changes the texts on the cards.
  const { origin, close } = await privateStore()
  try {
    for (const path of await firstPages(request, origin)) {
      await expect
        .poll(() => sizeOf(origin + path), { message: path, timeout: 20_000 })
        .toBeLessThanOrEqual(maxDocumentBytes)
    }
  } finally {
    await close()
  }
})

test('the scripts of a first view are small @phone', async ({ request, baseURL }) => {
  const [home = '', all = '', list = '', product = ''] = await firstPages(request)
  const limits = [
    [home, maxScriptBytes.home],
    [all, maxScriptBytes.list],
    [list, maxScriptBytes.list],
    [product, maxScriptBytes.product],
  ] as const
  for (const [path, limit] of limits) {
    const html = await (await request.get(path)).text()
    const files = /<script data-files="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []
    expect(files.length, path).toBeGreaterThan(0)

    const sizes = await Promise.all(files.map((file) => sizeOf(baseURL + file)))

    expect(
      sizes.reduce((sum, size) => sum + size),
      path,
    ).toBeLessThanOrEqual(limit)
  }
})

test('the service worker is small @phone', async ({ baseURL }) => {
  expect(await sizeOf(`${baseURL}/sw.js`)).toBeLessThanOrEqual(maxWorkerBytes)
})

test('an install downloads little @phone', async ({ request, baseURL }) => {
  const worker = await (await request.get('/sw.js')).text()
  const files = [...worker.matchAll(/["']?url["']?:["'`]([^"'`]+)["'`]/g)].map(([, file]) => file)
  expect(files).toContain('/shells/page')
  expect(files.length).toBeGreaterThan(50)

  const sizes = await Promise.all(
    files.map(async (file) => (await transferSizeOf(new URL(file ?? '', baseURL).href)).size),
  )

  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxInstallBytes)
})

test('a first view of home makes few requests; the others wait until the page is idle @phone', async ({
  page,
}) => {
  const requests = await requestsUntilHydrated(page)

  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(maxRequests)
  await expect.poll(() => deferredScriptsOf(page)).toBeGreaterThan(0)
})

test('a first view of a product leaves out its reviews, offers and similar items until the shopper scrolls @phone', async ({
  page,
}) => {
  const requests = requestsOf(page)
  const [, , , product = ''] = await firstPages(page.request)
  await page.goto(product, { waitUntil: 'networkidle' })
  await expect.poll(() => deferredScriptsOf(page)).toBeGreaterThan(0)
  await whenIdle(page)
  expect(
    requests.filter((path) => /reviews|coupons|Review|Offers|products\/list/.test(path)),
  ).toEqual([])

  await scrollDown(page)

  await expect.poll(() => requests).toContain('/api/coupons')
  await expect.poll(() => requests).toContain(`/api${product}/reviews`)
})

test('a first view of a list leaves out what a phone does not show of the filters @phone', async ({
  page,
}) => {
  const requests = requestsOf(page)
  await page.goto('/collections', { waitUntil: 'networkidle' })
  await expect.poll(() => deferredScriptsOf(page)).toBeGreaterThan(0)
  await whenIdle(page)
  expect(requests).not.toContain('/api/products/get-filters')

  await page.getByRole('button', { name: 'Filter' }).click()

  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await expect(dialog.getByRole('group', { name: 'Colour' })).toBeVisible()
  expect(requests).toContain('/api/products/get-filters')
})

test('on a desktop the column of filters gets its counts without a tap @desktop', async ({
  page,
}) => {
  const requests = requestsOf(page)
  await page.goto('/collections')

  await expect.poll(() => requests).toContain('/api/products/get-filters')
})

test.describe('after the location question', () => {
  test.use({ asksForLocation: true })

  test('viewing home loads nothing more, and a touch loads all categories @phone', async ({
    page,
  }) => {
    const requests = requestsOf(page)
    await page.goto('/')
    await expect(page.getByRole('dialog')).toBeVisible()

    expect(requests.filter((path) => /^\/(api|images)\//.test(path))).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => requests).toContain('/api/categories/list')
  })
})

/** The paths that a page requests, in a list that grows. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  return requests
}

/** Resolves once the page had the time to do what it does when it is idle. */
const whenIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/** The number of deferred files that have loaded. */
const deferredScriptsOf = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/deferred-'))
        .length,
  )

/** The URLs that a visit requests before anything that may wait. */
async function requestsUntilHydrated(page: Page): Promise<string[]> {
  const requests: string[] = []
  let isOver = false
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    isOver ||= pathname.includes('/deferred-')
    if (!isOver) requests.push(pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  return requests
}
