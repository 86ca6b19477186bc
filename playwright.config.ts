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
import { otherFonts } from './tests/support/browsers/otherFonts.ts'
import { findPostgres, postgresAdvice } from './tests/support/database/findPostgres.ts'
import { startPostgres } from './tests/support/database/startPostgres.ts'
import { freePort } from './tests/support/server/freePort.ts'
import { isFull } from './tests/support/proofScale.ts'

/** Chosen once per run; every worker reads this file too and finds the choice here. */
process.env.E2E_PORT ??= String(await freePort())
const port = Number(process.env.E2E_PORT)
const origin = `http://127.0.0.1:${port}`

/** The store's data folder, and one to copy. Every worker finds them in the environment. */
process.env.E2E_DATA_DIR ??= temporaryFolder()
process.env.E2E_TEMPLATE ??= temporaryFolder()
const dataDir = process.env.E2E_DATA_DIR
/** With E2E_DATABASE=postgres all stores use a PostgreSQL of this run; otherwise each has an embedded one. */
if (process.env.E2E_DATABASE === 'postgres' && !process.env.E2E_POSTGRES) {
  const programs = findPostgres()
  if (!programs) throw new Error(postgresAdvice)
  process.env.E2E_POSTGRES = (await startPostgres(programs)).url
}
const { E2E_POSTGRES } = process.env
/** Tests insert their data beside the store. */
process.env.DATABASE_URL = E2E_POSTGRES ?? embeddedUrl(socketFolder(dataDir))

/** All settings of the store under test, independent of the environment. */
const storeSettings = {
  STORE_MODE: 'demo',
  DATABASE_URL: E2E_POSTGRES ?? '',
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_ORIGIN: origin,
  COURIER_STEP_SECONDS: '1',
  RATE_LIMITS: 'off',
}

/** Tests that do not depend on the window's width run once, on the phone. */
const alikeOnBoth = [
  'account',
  'unresponsiveStore',
  'deploy',
  'deskConnections',
  'connectionFlaps',
  'googleMaps',
  'riderMaps',
  'repeatVisit',
  'hostile',
  'install',
  'location',
  'lostResponse',
  'connectionLoss',
  'networks',
  'offline',
  'push',
  'returns',
  'reviews',
  'searchEngines',
  'staticPages',
  'hydration',
  'consecutiveDeploys',
  'tracking',
  'cacheLifetimes',
  'translation',
].map((name) => `**/${name}.e2e.ts`)

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pehno-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Matches the tests that a project leaves out; the proofs (`npm run proofs`) run all others. */
const without = (...tags: string[]) =>
  new RegExp([...tags, ...(isFull ? [] : ['@proof'])].join('|') || '(?!)')

const oldChromium = await findOldChromium()
const onOldOnly = oldChromium && !isFull
const fonts = otherFonts()

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  testIgnore: isFull ? [] : ['**/consecutiveDeploys.e2e.ts'],
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // Browser tests wait most of the time, so three workers are faster than two on two cores.
  workers: 3,
  // A second attempt is reported by name (tests/run.mjs): its cause is to be found and fixed.
  retries: process.env.CI ? 1 : 0,
  // Actions and expectations have limits of their own; a whole test takes as long as the machine needs.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    baseURL: origin,
    // Generous; a control that never comes fails the test here, not at the end of its time.
    actionTimeout: 60_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'allow',
    // A trace makes each test a fifth slower, so only a second attempt records one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findHeadlessShell(), args: chromiumFlags },
  },
  projects: [
    {
      name: 'phone',
      // What the oldest browser can do, the newest can; the proofs run it on both.
      grepInvert: without('@desktop', '@notifications', ...(onOldOnly ? ['@old-chromium'] : [])),
      use: phone,
    },
    {
      name: 'notifications',
      grep: /@notifications/,
      grepInvert: without(),
      use: { ...phone, launchOptions: { executablePath: findChromium(), args: chromiumFlags } },
    },
    // The main journeys also run on the oldest supported Chromium.
    ...(oldChromium
      ? [
          {
            name: 'old-chromium',
            grep: /@old-chromium/,
            grepInvert: without(),
            use: { ...phone, launchOptions: { executablePath: oldChromium, args: chromiumFlags } },
          },
        ]
      : []),
    // Layouts must not depend on the fonts of the machine.
    ...(fonts && isFull
      ? [
          {
            name: 'other-fonts',
            grep: /@fonts/,
            use: {
              ...phone,
              launchOptions: {
                executablePath: findHeadlessShell(),
                args: chromiumFlags,
                env: { ...process.env, ...fonts } as Record<string, string>,
              },
            },
          },
        ]
      : []),
    {
      name: 'desktop',
      // What is the same at every width runs on the phone alone, and on both in the proofs.
      ...(!isFull && { grep: /@desktop|@wide/ }),
      grepInvert: without('@phone', '@notifications'),
      testIgnore: alikeOnBoth,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: 'node tests/support/server/startE2eStore.mjs',
    url: `${origin}/readyz`,
    env: storeSettings,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
