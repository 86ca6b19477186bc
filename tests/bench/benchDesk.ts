import { chromium } from '@playwright/test'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'
import {
  carriedOrder,
  type DeskLogin,
  riderLogin,
  staffLogin,
} from '#tests/support/shopper/riderGivens.ts'
import { createReadyBuyers, fillStock, placeOrder } from './benchBuyers.ts'
import { optionsOf } from './benchOptions.ts'
import { type BenchStore, openBenchStore } from './benchStore.ts'
import { medianOf } from './medianOf.ts'
import { phone, slow4g, slowerBy } from './slowPhone.ts'

/**
 * The first view of the desk, on a phone four times slower behind slow 4G that has stored nothing: when the first control of
 * each role's work can be used, and how much of scripts and styles was loaded by then. `npm run bench:desk -- --runs 5`. It exits with 1 where
 * a rider or a packer, who work with such a phone, misses a budget.
 */
const { runs, isJson } = optionsOf(process.argv.slice(2))
const budgetMs = 3000
const budgetKb = 200

/** Where the items of the benchmarks' buyers are. */
const warehouseIds = ['indore']
const receivers = ['Asha Verma', 'Kabir Malhotra', 'Nisha Rao']

type FirstView = { usableMs: number; kb: number }
/** A person, and what can be used once their page is there. */
type Opener = { login: DeskLogin; control: string }

const store = await openBenchStore({ databaseUrl: undefined })
const rows: Record<string, FirstView> = {}
try {
  const openers = await prepareWork(store)
  // In turn, so that a machine that becomes slower does so for everybody.
  const views: Record<string, FirstView[]> = {}
  for (let run = 0; run < runs; run += 1) {
    for (const [name, opener] of Object.entries(openers)) {
      const view = await openDesk(store.origin, opener)
      views[name] = [...(views[name] ?? []), view]
    }
  }
  for (const [name, all] of Object.entries(views)) {
    rows[name] = {
      usableMs: Math.round(medianOf(all.map(({ usableMs }) => usableMs))),
      kb: Math.round(medianOf(all.map(({ kb }) => kb))),
    }
  }
} finally {
  await store.stop()
}
console.table(rows)
if (isJson) console.log(JSON.stringify(rows))
const missed = Object.entries(rows).filter(
  ([name, { usableMs, kb }]) => name !== 'board' && (usableMs > budgetMs || kb > budgetKb),
)
for (const [name] of missed) console.error(`${name} misses its budget`)
process.exitCode = missed.length > 0 ? 1 : 0

/** Three orders to pack, and a rider who carries three others. */
async function prepareWork(store: BenchStore): Promise<Record<string, Opener>> {
  const { db } = store
  await placeOrders(store)
  const rider = await riderLogin(db)
  for (const receiver of receivers) await carriedOrder(db, rider, { receiver })
  return {
    rider: { login: rider, control: 'Start shift' },
    packer: {
      login: await staffLogin(db, { role: 'packer', name: 'Kiran Patel', warehouseIds }),
      control: 'Choose orders',
    },
    board: {
      login: await staffLogin(db, { role: 'manager', name: 'Meera Joshi' }),
      control: 'Start packing',
    },
  }
}

async function placeOrders(store: BenchStore): Promise<void> {
  await fillStock(store.db)
  for (const buyer of await createReadyBuyers(store.db, receivers.length))
    await placeOrder(store.origin, buyer)
}

async function openDesk(origin: string, { login, control }: Opener): Promise<FirstView> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const context = await browser.newContext({
      ...phone,
      serviceWorkers: 'block',
      extraHTTPHeaders: { 'Accept-Encoding': 'br, gzip' },
    })
    const session = JSON.stringify({ token: login.token, person: login.person })
    await context.addInitScript((stored) => localStorage.setItem('desk-session', stored), session)
    await context.addInitScript(markUsable, control)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow4g })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
    await page.goto(`${origin}/desk/`, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
    return await page.evaluate(readFirstView)
  } finally {
    await browser.close()
  }
}

/** Runs in the page: marks when a button of this name appears. */
function markUsable(control: string): void {
  const observer = new MutationObserver(() => {
    const names = [...document.querySelectorAll('button')].map(
      (button) => button.ariaLabel ?? button.textContent,
    )
    if (!names.some((name) => name.startsWith(control))) return
    performance.mark('usable')
    observer.disconnect()
  })
  observer.observe(document, { subtree: true, childList: true })
}

/** Runs in the page: scripts and styles that had arrived by then. */
function readFirstView(): FirstView {
  const usableMs = performance.getEntriesByName('usable')[0]?.startTime ?? NaN
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  // Each file once: an import asks the cache for what was preloaded.
  const sizes = new Map(
    files
      .filter(({ name, responseEnd }) => /\.(js|css)$/.test(name) && responseEnd <= usableMs)
      .map(({ name, encodedBodySize }) => [name, encodedBodySize]),
  )
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  return { usableMs, kb: bytes / 1024 }
}
