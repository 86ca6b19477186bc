import { type Browser, chromium, type Page } from '@playwright/test'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'
import { optionsOf } from './benchOptions.ts'
import { openBenchStore } from './benchStore.ts'
import { medianOf } from './medianOf.ts'
import { cheapPhoneSlowerBy, phone, slow4g } from './slowPhone.ts'

/**
 * How long a tap takes to show on a cheap phone, six times slower than this machine, with an unthrottled
 * connection and with slow 4G: `npm run bench:taps -- --runs 5`. The median in ms from the tap
 * until the change is painted. It exits with 1 where one takes longer than 200 ms.
 */
const { runs, url, isJson } = optionsOf(process.argv.slice(2))
const longestMs = 200
const connections = {
  free: { latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  slow4g,
}

type Tap = {
  name: string
  path: string
  /** The steps before the measured tap. */
  before?: (page: Page) => Promise<void>
  tap: (page: Page) => Promise<void>
  /** The event that begins it; a click, if nothing else is said. */
  event?: 'keydown'
  /** An expression in the page that is true once the change is visible. */
  shows: string
}

const store = url ? undefined : await openBenchStore({ databaseUrl: undefined })
const origin = url ?? store?.origin ?? ''
const list = '/collections?gender=women&inStock=true'
const product = `/products/${await firstProduct()}`

const sizes = 'label:has(input[type="radio"]:enabled)'

const taps: Tap[] = [
  {
    name: 'listing to product',
    path: list,
    tap: (page) => page.locator('article a[href^="/products/"]').nth(1).tap(),
    shows: `location.pathname.startsWith('/products/') && document.querySelector('main h1')`,
  },
  {
    name: 'choose a size',
    path: product,
    // The only size of a product is chosen already.
    tap: (page) => page.locator(sizes).last().tap(),
    shows: `[...document.querySelectorAll('main input[type="radio"]:enabled')].at(-1).checked`,
  },
  {
    name: 'add to bag',
    path: product,
    before: (page) => page.locator(sizes).first().tap(),
    tap: (page) => page.getByRole('button', { name: 'Add to bag' }).locator('visible=true').tap(),
    shows: `[...document.querySelectorAll('a[href="/cart"]')].some((link) => link.textContent.startsWith('Bag, 1'))`,
  },
  {
    name: 'open filters',
    path: list,
    tap: (page) =>
      page
        .getByRole('button', { name: /^Filter/ })
        .locator('visible=true')
        .tap(),
    shows: `document.querySelector('dialog[open]')`,
  },
  {
    name: 'open collection menu',
    path: list,
    tap: (page) => page.getByRole('button', { name: 'Collection' }).locator('visible=true').tap(),
    shows: `document.querySelector('[aria-expanded="true"]')`,
  },
  {
    name: 'type in the search',
    path: '/search',
    before: (page) => page.getByRole('combobox').locator('visible=true').tap(),
    tap: (page) => page.keyboard.press('k'),
    event: 'keydown',
    shows: `document.activeElement.value === 'k'`,
  },
]

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
const table: Record<string, Record<string, number>> = {}
try {
  for (const tap of taps) {
    table[tap.name] = {
      free: await medianTimeOf(() => measure(browser, tap, connections.free)),
      slow4g: await medianTimeOf(() => measure(browser, tap, connections.slow4g)),
    }
  }
} finally {
  await browser.close()
  await store?.stop()
}
console.table(table)
if (isJson) console.log(JSON.stringify(table))
const slow = Object.entries(table).filter(
  ([, times]) => !Object.values(times).every((ms) => ms <= longestMs),
)
for (const [name] of slow) console.error(`${name} takes longer than ${longestMs} ms`)
process.exitCode = slow.length > 0 ? 1 : 0

async function firstProduct(): Promise<string> {
  const response = await fetch(`${origin}/api/products/list?inStock=true&limit=1`)
  const { result } = (await response.json()) as { result: { data: { _id: string }[] } }
  return result.data[0]?._id ?? ''
}

/** Measures a tap on an idle page; only the tap is throttled. */
async function measure(
  browser: Browser,
  tap: Tap,
  connection: (typeof connections)['free'],
): Promise<number> {
  const context = await browser.newContext(phone)
  await context.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true'))
  const page = await context.newPage()
  await page.goto(origin + tap.path, { waitUntil: 'networkidle' })
  await tap.before?.(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cheapPhoneSlowerBy })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...connection })
  await page.evaluate(`globalThis.shown = new Promise((done, fail) => {
    setTimeout(() => fail(new Error('Nothing shown: ${tap.name}')), 20000)
    addEventListener('${tap.event ?? 'click'}', ({ timeStamp }) => {
      const look = () => (${tap.shows})
        ? requestAnimationFrame(() => done(performance.now() - timeStamp))
        : requestAnimationFrame(look)
      look()
    }, { capture: true, once: true })
  })
  void 0`)
  await tap.tap(page)
  const ms = await page.evaluate<number>('globalThis.shown')
  await context.close()
  return ms
}

async function medianTimeOf(measureOnce: () => Promise<number>): Promise<number> {
  const results: number[] = []
  for (let run = 0; run < runs; run++) results.push(await measureOnce())
  return Math.round(medianOf(results))
}
