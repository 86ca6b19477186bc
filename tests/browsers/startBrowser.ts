import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import puppeteer, { type KeyInput } from 'puppeteer-core'
import { Builder, By, Key } from 'selenium-webdriver'

import { canInstall, installPackage } from '#tests/support/browsers/debianPackages.ts'
import { chromiumFlags } from '#tests/support/browsers/findChromium.ts'
import { findOldChromium } from '#tests/support/browsers/findOldChromium.ts'
import { freePort } from '#tests/support/server/freePort.ts'

/**
 * The operations that a journey needs, the same for all browsers; elements are given as CSS
 * selectors.
 */
export type Browser = {
  open: (url: string) => Promise<void>
  /** Evaluates the text of an expression in the page and returns its awaited JSON value. */
  evaluate: (expression: string) => Promise<unknown>
  click: (selector: string) => Promise<void>
  write: (selector: string, text: string) => Promise<void>
  pressArrowUp: (selector: string) => Promise<void>
  screenshot: (file: string) => Promise<void>
  close: () => Promise<void>
}

const screen = { width: 390, height: 844 }

export const browserNames = ['old-chromium', 'firefox', 'webkit'] as const
export type BrowserName = (typeof browserNames)[number]

/** Starts a browser with an empty profile; throws an error with advice if it is not installed. */
export function startBrowser(name: BrowserName): Promise<Browser> {
  if (name === 'webkit') return startWebKit()
  return name === 'firefox' ? startFirefox() : startOldChromium()
}

async function startOldChromium(): Promise<Browser> {
  const executablePath = await findOldChromium()
  if (!executablePath) throw new Error('Chromium 123 is there for Linux on x64 only.')
  return overPuppeteer(
    await puppeteer.launch({ executablePath, headless: 'shell', args: chromiumFlags }),
  )
}

async function startFirefox(): Promise<Browser> {
  const executablePath = findProgram('firefox-esr', ['/usr/bin/firefox-esr', '/usr/bin/firefox'])
  return overPuppeteer(await puppeteer.launch({ browser: 'firefox', executablePath }))
}

async function overPuppeteer(
  browser: Awaited<ReturnType<typeof puppeteer.launch>>,
): Promise<Browser> {
  const page = await browser.newPage()
  await page.setViewport(screen)
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: (expression) => page.evaluate(expression),
    click: (selector) => page.click(selector),
    async write(selector, text) {
      await page.click(selector, { count: 3 })
      await page.type(selector, text)
    },
    async pressArrowUp(selector) {
      await page.focus(selector)
      await page.keyboard.press('ArrowUp' satisfies KeyInput)
    },
    async screenshot(file) {
      mkdirSync(dirname(file), { recursive: true })
      await page.screenshot({ path: file as `${string}.png` })
    },
    close: () => browser.close(),
  }
}

const miniBrowsers = ['x86_64', 'aarch64'].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)

/** WebKitGTK, the closest engine to Safari's that runs on Linux; its driver needs a display. */
async function startWebKit(): Promise<Browser> {
  const driverPath = findProgram('webkit2gtk-driver', ['/usr/bin/WebKitWebDriver'])
  const xvfb = findProgram('xvfb', ['/usr/bin/Xvfb'])
  const miniBrowser = findProgram('webkit2gtk-driver', miniBrowsers)
  const port = await freePort()
  const displayNumber = `:${100 + (port % 800)}`
  const display = spawn(xvfb, [displayNumber, '-screen', '0', '800x1000x24'], { stdio: 'ignore' })
  const driverProcess = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: displayNumber,
      // A container has no user namespaces, which the sandbox needs.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const driver = await connect(port, miniBrowser)
  await driver.manage().setTimeouts({ script: 60_000, pageLoad: 60_000 })
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...screen })
  return {
    open: (url) => driver.get(url),
    async evaluate(expression) {
      const response: unknown = await driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1]
        Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      )
      const { value, error } = response as { value?: unknown; error?: string }
      if (error) throw new Error(error)
      return value
    },
    click: async (selector) => driver.findElement(By.css(selector)).click(),
    async write(selector, text) {
      const field = driver.findElement(By.css(selector))
      await field.clear()
      await field.sendKeys(text)
    },
    pressArrowUp: async (selector) => driver.findElement(By.css(selector)).sendKeys(Key.ARROW_UP),
    async screenshot(file) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, await driver.takeScreenshot(), 'base64')
    },
    async close() {
      await driver.quit().catch(() => undefined)
      driverProcess.kill()
      display.kill()
    },
  }
}

/** The driver takes a moment to listen. */
async function connect(port: number, binary: string) {
  for (let tries = 0; ; tries++) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        })
        .build()
    } catch (error) {
      if (tries === 20) throw error
      await pause(250)
    }
  }
}

function findProgram(packageName: string, paths: string[]): string {
  const find = () => paths.find((path) => existsSync(path))
  if (!find() && canInstall()) installPackage(packageName)
  const found = find()
  if (!found)
    throw new Error(`${paths[0]} is not there: on Debian, apt-get install ${packageName}.`)
  return found
}
