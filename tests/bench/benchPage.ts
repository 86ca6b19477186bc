import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'
import { optionsOf } from './benchOptions.ts'
import { openBenchStore } from './benchStore.ts'
import { firstView } from './firstView.ts'
import { medianOf } from './medianOf.ts'

/**
 * A first visit on a slow phone: Lighthouse's mobile preset on home, a listing and a product, the
 * median of several runs: `npm run bench:page -- --runs 5`. Total blocking time is measured once more as on a
 * machine of `slowMachineIndex`, and the main-thread time beside that of the same page with its scripts
 * blocked. The scores are taken on a desktop too. It exits with 1 where a budget is missed by
 * more than 5 %, or a score at all. Other work on the machine slows it down; bytes, requests, CLS and the ratio
 * stay the same.
 */
const { runs, catalogue, url, isJson } = optionsOf(process.argv.slice(2))
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const timings = {
  fcpMs: 'first-contentful-paint',
  lcpMs: 'largest-contentful-paint',
  speedIndexMs: 'speed-index',
  tbtMs: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

type Figures = Record<string, number>

/** Lighthouse's `benchmarkIndex` of a slow machine. It divides the CPU of a phone by four on any other. */
const slowMachineIndex = 1500
const phoneSlowdown = 4
const tolerance = 1.05

/** At most, on each page; what is not here is not judged. Absolute times hold on a quiet machine only. */
const budgets: Figures = {
  fcpMs: 750,
  lcpMs: 1100,
  speedIndexMs: 1300,
  tbtMs: 50,
  slowTbtMs: 250,
  cls: 0,
  cpuRatio: 1.5,
}
const leastScores: Figures = {
  performance: 99,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}

/** Digits after the point; other figures are rounded. */
const fractions: Figures = { cls: 3, cpuRatio: 2 }

const store = url ? undefined : await openBenchStore({ databaseUrl: undefined, catalogue })
const origin = url ?? store?.origin ?? ''
const table: Record<string, Figures> = {}
try {
  for (const [name, path] of await pages()) {
    const measured: Figures[] = []
    for (let run = 0; run < runs; run++) {
      const visit = await visitPage(origin + path)
      const slowdown = (phoneSlowdown * (visit.benchmarkIndex ?? NaN)) / slowMachineIndex
      const { tbtMs: slowTbtMs = NaN } = await visitPage(origin + path, slowdown)
      const { cpuMs } = await firstView(origin + path)
      const blocked = await firstView(origin + path, { areScriptsBlocked: true })
      const onDesktop = await visitPage(origin + path, 'desktop')
      for (const name of categories) visit[`desktop ${name}`] = onDesktop[name] ?? NaN
      measured.push({ ...visit, slowTbtMs, cpuMs, cpuRatio: cpuMs / blocked.cpuMs })
    }
    table[name] = medians(measured)
  }
} finally {
  await store?.stop()
}
console.table(table)
if (isJson) console.log(JSON.stringify(table))
const missed = Object.entries(table).flatMap(([name, figures]) => missedBudgets(name, figures))
for (const line of missed) console.error(line)
process.exitCode = missed.length > 0 ? 1 : 0

function missedBudgets(name: string, figures: Figures): string[] {
  const tooHigh = Object.entries(budgets)
    .filter(([figure, most]) => !((figures[figure] ?? NaN) <= most * tolerance))
    .map(([figure, most]) => `${name}: ${figure} is ${figures[figure]}, at most ${most}`)
  const tooLow = Object.entries(leastScores)
    .flatMap(([name, least]) => [[name, least] as const, [`desktop ${name}`, least] as const])
    .filter(([figure, least]) => !((figures[figure] ?? NaN) >= least))
    .map(([figure, least]) => `${name}: ${figure} is ${figures[figure]}, at least ${least}`)
  return [...tooHigh, ...tooLow]
}

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

/** A phone, so many times slower than this machine, or a desktop. */
type Device = number | 'desktop'

/** Under load a browser sometimes loses the start of its trace; then the run is repeated. */
async function visitPage(address: string, device: Device = phoneSlowdown): Promise<Figures> {
  for (let tries = 3; ; tries--) {
    const figures = await measureVisit(address, device)
    if (tries === 1 || !Number.isNaN(figures.fcpMs)) return figures
  }
}

/** Measures a cold visit in its own browser. */
async function measureVisit(address: string, device: Device): Promise<Figures> {
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless=new', ...chromiumFlags],
  })
  try {
    const config =
      device === 'desktop'
        ? desktopConfig
        : {
            extends: 'lighthouse:default',
            settings: { throttling: { cpuSlowdownMultiplier: device } },
          }
    const { lhr } = (await lighthouse(address, { port: chrome.port, output: 'json' }, config)) ?? {}
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
      ['benchmarkIndex', lhr.environment.benchmarkIndex],
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
      const middle = medianOf(measured.map((figures) => figures[name] ?? NaN))
      return [name, Number(middle.toFixed(fractions[name] ?? 0))]
    }),
  )
}
