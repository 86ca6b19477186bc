import type { BrowserContext, Page } from '@playwright/test'

import { hostileShopper } from '#tests/support/faults/hostileShopper.ts'
import { fillHostile } from '#tests/support/faults/hostileStore.ts'
import { findInjections, watchPages } from '#tests/support/faults/hostilePage.ts'
import { hostileTexts } from '#tests/support/faults/hostileTexts.ts'
import { isFull, proofTimeoutMs } from '#tests/support/proofScale.ts'
import { privateStore } from '#tests/support/server/privateStore.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test.describe.configure({ timeout: proofTimeoutMs })

type Listed = {
  _id: string
  category: { _id: string }
  size: string[]
  stock: Record<string, number>
}

/** Opens pages of the store and reports what the texts on them did. */
async function visit(context: BrowserContext, origin: string, paths: string[]): Promise<string[]> {
  const page = await context.newPage()
  const executed: string[] = []
  for (const path of paths) {
    await page.goto(origin + path)
    const shown = page.locator('main').getByText('pwn(').or(page.locator('input[value*="pwn("]'))
    await expect(shown.first(), path).toBeAttached()
    await untilIdle(page)
    executed.push(...(await findInjections(page)))
  }
  await page.close()
  return executed
}

async function isListed(origin: string): Promise<Listed[]> {
  const response = await fetch(`${origin}/api/products/list?limit=6&inStock=true`)
  return ((await response.json()) as { result: { data: Listed[] } }).result.data
}

/** The errors of images and frames that failed to load have been reported. */
const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 })))

test('script injections in texts of merchants and shoppers are shown as text [safe.5] @proof', async ({
  browser,
}) => {
  const store = await privateStore()
  const products = await isListed(store.origin)
  const ids = products.map(({ _id }) => _id)
  await fillHostile(store.db, ids)
  const [first, second] = products
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const { incidents } = await watchPages(context)
  const size = first?.size.find((one) => first.stock[one]) ?? ''
  const { token, user, orderIds } = await hostileShopper(store.db, ids, size)

  const ofVisitors = await visit(context, store.origin, [
    '/',
    '/collections',
    `/collections?category=${first?.category._id}`,
    `/products/${first?._id}`,
    `/products/${second?._id}`,
    '/policies/try-and-buy',
    '/contact-us',
  ])
  await context.addInitScript(
    (stored) => {
      if (location.protocol !== 'http:') return
      localStorage.setItem('token', stored.token)
      localStorage.setItem('user', JSON.stringify(stored.user))
    },
    { token, user },
  )
  const ofShoppers = await visit(context, store.origin, [
    '/cart',
    '/wishlist',
    '/myaccount',
    '/myaccount/profile',
    '/myaccount/addresses',
    '/order-listing',
    `/order-tracking?id=${orderIds[0]}`,
    `/order-details?id=${orderIds[1]}`,
  ])

  expect(incidents).toEqual([])
  expect([...ofVisitors, ...ofShoppers]).toEqual([])
  await context.close()
  await store.close()
})

/** Every URL that can carry a text, each way alone, since some are refused together with others. */
const carriers: ((text: string) => string)[] = [
  (text) => `/search?q=${text}`,
  (text) => `/collections?q=${text}`,
  (text) => `/products/${text}?id=${text}`,
  (text) => `/collections?category=${text}`,
  (text) => `/collections?subcategory=${text}`,
  (text) => `/collections?brands=${text}&gender=${text}&sort=${text}`,
  (text) => `/collections?size=${text}&origin=${text}&min=${text}&max=${text}&inStock=${text}`,
  (text) => `/policies/${text}`,
  (text) => `/${text}?${text}=${text}#${text}`,
  (text) => `/?gender=${text}&utm_source=${text}&redirect=${text}&redirectAfterLogin=${text}`,
]
const ofShoppers: typeof carriers = [
  (text) => `/order-details?id=${text}`,
  (text) => `/order-tracking?id=${text}`,
  (text) => `/refund/${text}`,
  ...carriers,
]

test('script injections in URLs are not executed in server-rendered pages [safe.5] [seo.1]', async ({
  page,
  baseURL,
}) => {
  const all = hostileTexts.map(encodeURIComponent)
  const texts = isFull ? all : all.filter((_, nth) => nth % 2 === 0)
  const paths = texts.flatMap((text, nth) =>
    isFull ? carriers.map((carry) => carry(text)) : [carriers[nth % carriers.length]!(text)],
  )
  let shown = 0
  await page.goto('about:blank')
  for (let from = 0; from < paths.length; from += 8) {
    const some = paths.slice(from, from + 8)
    const documents = await Promise.all(some.map((path) => pickCarriers(`${baseURL}${path}`)))
    expect(await findInjections(page, documents), some.join(' ')).toEqual([])
    shown += documents.filter((html) => html.includes('pwn(')).length
  }
  expect(shown).toBeGreaterThanOrEqual(texts.length / 2)
})

/** The document at a URL; every URL has one. */
async function pickCarriers(url: string): Promise<string> {
  const response = await fetch(url)
  const html = await response.text()
  expect([200, 404], url).toContain(response.status)
  expect(html, url).toContain('<div id="root"')
  return html
}

test('script injections in URLs are not executed in the browser [safe.5] [shell.5] @proof', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const { incidents } = await watchPages(context)
  const page = await context.newPage()
  const step = Math.floor(hostileTexts.length / (ofShoppers.length * 2))
  for (const [nth, carry] of [...ofShoppers, ...ofShoppers].entries()) {
    await page.goto(carry(encodeURIComponent(hostileTexts[nth * step] ?? '')))
    await untilIdle(page)
    expect(await findInjections(page)).toEqual([])
  }
  expect(incidents).toEqual([])
  await context.close()
})
