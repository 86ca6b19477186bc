import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'
import { optionsOf } from './benchOptions.ts'
import { openBenchStore } from './benchStore.ts'
import { coldCpuMs, repeatVisit } from './repeatVisit.ts'

/**
 * A first visit on a slow phone: Lighthouse's mobile preset on home, a listing and a product, the
 * median of several runs: `npm run bench:page -- --runs 5`. Then home again, served by the service
 * worker on such a phone, and the main-thread time of a first visit without throttling. Other work
 * on the machine slows it down; bytes, requests and CLS stay the same.
 */
const { runs, catalogue, url, isJson } = optionsOf(process.argv.slice(2))
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const timings = {
  fcpMs: 'first-contentful-paint',
  lcpMs: 'largest-contentful-paint',
  tbtMs: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

type Figures = Record<string, number>

const store = url ? undefined : await openBenchStore({ databaseUrl: undefined, catalogue })
const origin = url ?? store?.origin ?? ''
const table: Record<string, Figures> = {}
try {
  for (const [name, path] of await pages()) {
    const measured: Figures[] = []
    for (let run = 0; run < runs; run++) measured.push(await visit(origin + path))
    table[name] = medians(measured)
  }
  const repeatFigures: Figures[] = []
  for (let run = 0; run < runs; run++)
    repeatFigures.push({ ...(await repeatVisit(origin)), coldCpuMs: await coldCpuMs(origin) })
  table['home again'] = medians(repeatFigures)
} finally {
  await store?.stop()
}
console.table(table)
if (isJson) console.log(JSON.stringify(table))

async function pages(): Promise<[name: string, path: string][]> {
  const response = await fetch(`${origin}/api/products/list?inStock=true&limit=48`)
  const { result } = (await response.json()) as { result: { data: ListedProduct[] } }
  // With photographs, because drawings have a tenth of their size.
  const isDrawing = ({ photos }: ListedProduct) => photos[0]?.endsWith('.svg')
  const product =
    (catalogue?.photos && result.data.find((one) => !isDrawing(one))) || result.data[0]
  return [
    ['home', '/'],
    ['listing', `/collections?category=${product?.category._id}`],
    ['product', `/products/${product?._id}`],
  ]
}

type ListedProduct = { _id: string; category: { _id: string }; photos: string[] }

/** Under load a browser sometimes loses the start of its trace; then the run is repeated. */
async function visit(address: string): Promise<Figures> {
  for (let tries = 3; ; tries--) {
    const figures = await measureVisit(address)
    if (tries === 1 || !Number.isNaN(figures.fcpMs)) return figures
  }
}

/** Measures a cold visit in its own browser. */
async function measureVisit(address: string): Promise<Figures> {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless=new', ...chromiumFlags],
  })
  try {
    const { lhr } = (await lighthouse(address, { port: chrome.port, output: 'json' })) ?? {}
    if (!lhr) throw new Error(`No figures of ${address}`)
    const valueOf = (audit: string) => lhr.audits[audit]?.numericValue ?? NaN
    const scores = categories.map((name) => [name, (lhr.categories[name]?.score ?? NaN) * 100])
    const times = Object.entries(timings).map(([name, audit]) => [name, valueOf(audit)])
    const { items = [] } = (lhr.audits['network-requests']?.details ?? {}) as { items?: Request[] }
    const bytes = items.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
    return Object.fromEntries([
      ...scores,
      ...times,
      ['kB', bytes / 1000],
      ['requests', items.length],
    ])
  } finally {
    chrome.kill()
  }
}

type Request = { transferSize?: number }

function medians(measured: Figures[]): Figures {
  const names = Object.keys(measured[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const sorted = measured.map((figures) => figures[name] ?? NaN).sort((a, b) => a - b)
      const middle = sorted[Math.floor(sorted.length / 2)] ?? NaN
      return [name, name === 'cls' ? Number(middle.toFixed(3)) : Math.round(middle)]
    }),
  )
}
