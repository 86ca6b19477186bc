import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

import { embeddedUrl } from './server/database/client/connect.ts'
import { socketFolder } from './server/database/embedded/dataFolder.ts'
import {
  chromiumFlags,
  findChromium,
  findHeadlessShell,
} from './tests/support/browsers/findChromium.ts'
import { findOldChromium } from './tests/support/browsers/findOldChromium.ts'
import { freePort } from './tests/support/server/freePort.ts'
import { isFull } from './tests/support/proofScale.ts'

/** Chosen once for each run: every worker reads this file too and finds the choice here. */
process.env.E2E_PORT ??= String(await freePort())
const port = Number(process.env.E2E_PORT)
const origin = `http://127.0.0.1:${port}`

/** The store of this run. This file is read by every worker too: they find it in the environment. */
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pehno-e2e-'))
  process.env.E2E_DATA_DIR = dataDir
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
}
const dataDir = process.env.E2E_DATA_DIR
/** For what a test makes before it looks: it comes in through the store's own socket. */
process.env.DATABASE_URL = embeddedUrl(socketFolder(dataDir))

/** The settings of the store under test, and nothing of the machine's own. */
const storeSettings = {
  STORE_MODE: 'demo',
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_ORIGIN: origin,
  COURIER_STEP_SECONDS: '1',
  RATE_LIMITS: 'off',
}

/** What does not depend on the width of the window is tried once, on the phone. */
const alikeOnBoth = [
  'account',
  'deadLine',
  'deploy',
  'flaps',
  'googleMaps',
  'homeAgain',
  'hostile',
  'install',
  'location',
  'lostAnswer',
  'lostLine',
  'networks',
  'offline',
  'push',
  'returns',
  'reviews',
  'staticPages',
  'takeOver',
  'threeBuilds',
  'tracking',
  'worker',
].map((name) => `**/${name}.e2e.ts`)

const oldChromium = await findOldChromium()

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  testIgnore: isFull ? [] : ['**/threeBuilds.e2e.ts'],
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // A browser test waits more than it works: on two cores three at once take less time than two.
  workers: 3,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    baseURL: origin,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'allow',
    // A trace makes each test a fifth slower: `--trace on` records it where something is to be found out.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessShell(), args: chromiumFlags },
  },
  projects: [
    { name: 'phone', grepInvert: /@desktop|@notifications/, use: phone },
    {
      name: 'notifications',
      grep: /@notifications/,
      use: { ...phone, launchOptions: { executablePath: findChromium(), args: chromiumFlags } },
    },
    // The main journeys, once more on the oldest Chromium that is supported.
    ...(oldChromium
      ? [
          {
            name: 'old-chromium',
            grep: /@old-chromium/,
            use: { ...phone, launchOptions: { executablePath: oldChromium, args: chromiumFlags } },
          },
        ]
      : []),
    {
      name: 'desktop',
      grepInvert: /@phone|@notifications/,
      testIgnore: alikeOnBoth,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: 'node server/start.mjs',
    url: `${origin}/readyz`,
    env: storeSettings,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
