import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { privateStore } from '#tests/support/server/privateStore.ts'
import { journeys } from './journeys.ts'
import { shopperWith } from './shopper.ts'
import { type BrowserName, browserNames, startBrowser } from './startBrowser.ts'

/**
 * The main journeys on the oldest supported Chromium, Firefox ESR and WebKit: `npm run
 * e2e:browsers`, or some browsers and one journey: `npm run e2e:browsers -- firefox webkit --only
 * purchase`. Screenshots are saved in test-results/browsers.
 */
const args = process.argv.slice(2)
const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
const wanted = browserNames.filter((name) => args.includes(name))
const folder = join('test-results', 'browsers')

rmSync(folder, { recursive: true, force: true })
const store = await privateStore({ COURIER_STEP_SECONDS: '1' })
const results: Record<string, Record<string, string>> = {}
try {
  for (const name of wanted.length > 0 ? wanted : browserNames) {
    const result: Record<string, string> = {}
    for (const journey of Object.keys(journeys)) {
      if (!only || only === journey) result[journey] = await go(name, journey)
    }
    results[name] = result
  }
} finally {
  await store.close()
}
console.table(results)

async function go(name: BrowserName, journey: string): Promise<string> {
  const since = Date.now()
  const browser = await startBrowser(name)
  const shopper = shopperWith(browser, join(folder, name))
  try {
    await journeys[journey]!(shopper, store.origin)
    return `passed, ${Math.round((Date.now() - since) / 1000)} s`
  } catch (error) {
    process.exitCode = 1
    console.error(`${name}, ${journey}:`, error instanceof Error ? error.message : error)
    await shopper.photograph(`failed ${journey}`).catch(() => undefined)
    return 'failed'
  } finally {
    await browser.close().catch(() => undefined)
  }
}
