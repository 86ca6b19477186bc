import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

import { canInstall, install } from './debianPackages.ts'

/** Quiet and at home on a closed network; without a sandbox only where root leaves no choice. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a whole Chromium; where there is none it is installed, if that can be. Throws advice. */
export function findChromium(): string {
  const path = lookAround() ?? afterInstalling()
  if (path) return path
  throw new Error(
    'No Chromium was found. Install one (on Debian: apt-get install chromium; elsewhere: ' +
      'npx playwright install chromium), or set CHROME_PATH to a Chrome or Chromium.',
  )
}

const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * Chromium without the windows, menus and notifications of a desktop program: the same pages in
 * three quarters of the time. Where there is none, the whole Chromium does.
 */
export function findHeadlessShell(): string {
  if (process.env.CHROME_PATH) return findChromium()
  if (!existsSync(headlessShell) && canInstall()) install('chromium-headless-shell')
  return existsSync(headlessShell) ? headlessShell : findChromium()
}

function lookAround(): string | undefined {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && !existsSync(CHROME_PATH)) {
    throw new Error(`CHROME_PATH names ${CHROME_PATH}, and nothing is there.`)
  }
  return [CHROME_PATH, ...usualPlaces, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

function afterInstalling(): string | undefined {
  if (canInstall()) install('chromium')
  const found = lookAround()
  if (found) return found
  downloadByPlaywright()
  return lookAround()
}

function downloadByPlaywright(): void {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/package.json')
  const args = [join(dirname(playwright), 'cli.js'), 'install', 'chromium']
  console.error("Fetching Chromium with Playwright's installer …")
  try {
    execFileSync(process.execPath, args, { stdio: 'inherit', timeout: 300_000 })
  } catch (error) {
    console.error('Could not fetch it:', error instanceof Error ? error.message : error)
  }
}

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
