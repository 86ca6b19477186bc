import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'

import { freePort } from '#tests/support/server/freePort.ts'
import { openAllScreens } from '#tests/support/pages/openAllScreens.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

/**
 * Building takes long, so this runs with `npm run proofs` only. `deploy.e2e.ts` tests the
 * same with one build whose files are renamed by a proxy.
 */

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const buildCount = 3

test.use({ baseURL: origin })

let folder = ''
const builds: string[] = []
let store: ChildProcess | undefined

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pehno-builds-'))
  for (let number = 1; number <= buildCount; number += 1) builds.push(copySource(number))
})

test.afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test(`${buildCount} builds are deployed in turn: open pages keep working, and offline the newest build opens every screen [pwa.2] [pwa.8]`, async ({
  page,
  context,
}) => {
  test.setTimeout(40 * 60_000)
  await start(0)
  const screens = await openAllScreens(page)

  for (let build = 0; build < buildCount; build += 1) {
    const open = await Promise.all(screens.map(({ path }) => newTab(context, path)))
    await page.close()

    if (build + 1 < buildCount) {
      await test.step(`build ${build + 2} is deployed while every screen is open`, async () => {
        await stop()
        await start(build + 1)
        const [visitor] = open
        await visitor?.goto('/', { waitUntil: 'load' })
        await untilNewShellIsStored(visitor)
        for (const tab of open) await navigateOn(tab)
      })
    }

    await test.step('goes offline', async () => {
      await stop()
      for (const tab of open) {
        await navigateOn(tab)
        await tab.close()
      }
      const running = String(Math.min(build + 2, buildCount))
      for (const { path, shows } of screens) {
        const tab = await untilBuildRuns(context, path, running)
        await expect(shows(tab), path).toBeVisible()
        await tab.close()
      }
    })
    await start(Math.min(build + 1, buildCount - 1))
    page = await newTab(context, '/')
  }
})

/** A copy of the store's source, changed so that every page's file gets another name. */
function copySource(number: number): string {
  const root = join(folder, String(number))
  const sources = ['src', 'server', 'sw', 'public', 'manifest.webmanifest', 'package.json']
  const tools = ['package-lock.json', 'tsconfig.json', 'vite.config.ts', 'chunks.config.ts']
  for (const path of [...sources, ...tools]) cpSync(path, join(root, path), { recursive: true })
  for (const path of ['node_modules', 'tests']) {
    symlinkSync(join(process.cwd(), path), join(root, path))
  }
  const pages = join(root, 'src/pages')
  const files = readdirSync(pages, { encoding: 'utf8', recursive: true })
  for (const file of files.filter((name) => /Pages?\.tsx$/.test(name))) {
    const mark = `\nObject.assign(globalThis, { build: '${number}' })\n`
    writeFileSync(join(pages, file), mark, { flag: 'a' })
  }
  return root
}

async function start(build: number): Promise<void> {
  const cwd = builds[build]
  store = spawn('node', ['server/start.mjs'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...{
        STORE_MODE: 'demo',
        DATABASE_URL: '',
        DATA_DIR: join(folder, 'data'),
        HOST: '127.0.0.1',
      },
      ...{
        PORT: String(port),
        PUBLIC_ORIGIN: origin,
        COURIER_STEP_SECONDS: '1',
        RATE_LIMITS: 'off',
      },
    },
  })
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 180_000 }).toBe(true)
}

async function stop(): Promise<void> {
  if (!store || store.exitCode !== null) return
  store.kill('SIGTERM')
  await once(store, 'exit')
}

async function newTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(path, { waitUntil: 'load' })
  return tab
}

const untilNewShellIsStored = (page?: Page) =>
  expect
    .poll(
      () =>
        page?.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready
          await registration.update()
          return registration.waiting?.state
        }),
      { timeout: 60_000 },
    )
    .toBe('installed')

/** Navigates within the open page to screens whose chunks may be gone from the server. */
async function navigateOn(tab: Page): Promise<void> {
  await tab.bringToFront()
  const overlay = tab.getByRole('button', { name: 'Continue with saved pages' })
  await tab.addLocatorHandler(overlay, () => overlay.click())
  for (const name of ['Account', 'Home']) {
    const link = tab.locator('nav[aria-label="Store"]').getByRole('link', { name, exact: true })
    if (!(await link.isVisible())) continue
    await link.click()
    await expect(tab.locator('main [aria-busy]')).toHaveCount(0)
    await expect(tab.getByRole('main').getByRole('link').first()).toBeVisible()
    await expect(tab.getByText('Unexpected Application Error!')).toHaveCount(0)
  }
  await tab.removeLocatorHandler(overlay)
}

/** The new worker activates a moment after the last page of the old build was closed. */
async function untilBuildRuns(context: BrowserContext, path: string, build: string): Promise<Page> {
  const tab = await context.newPage()
  const running = () => tab.evaluate(() => (globalThis as { build?: string }).build)
  await expect(async () => {
    await tab.goto('about:blank')
    await tab.goto(path)
    await expect.poll(running).toBe(build)
  }).toPass()
  const overlay = tab.getByRole('button', { name: 'Continue with saved pages' })
  await tab.addLocatorHandler(overlay, () => overlay.click())
  return tab
}
