import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'

import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'
import { phone } from './slowPhone.ts'

/** Idle work, such as the question for the location, has started and ended by then. */
const idleMs = 3500

/** Main-thread time of a first visit with an unthrottled phone's browser, including idle work. */
export async function firstView(
  address: string,
  { areScriptsBlocked = false } = {},
): Promise<{ cpuMs: number }> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  try {
    const context = await browser.newContext({
      ...phone,
      // An install runs on its own thread, but competes for the machine.
      serviceWorkers: 'block',
      javaScriptEnabled: !areScriptsBlocked,
    })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(address, { waitUntil: 'networkidle' })
    await pause(idleMs)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
    return { cpuMs: taskSeconds * 1000 }
  } finally {
    await browser.close()
  }
}
