import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

import { canInstall, installPackage } from './debianPackages.ts'

/** No background requests; the sandbox is off only as root, where it cannot start. */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a full Chromium, which is installed if possible. Otherwise throws an error with
 * advice.
 */
export function findChromium(): string {
  const path = findInstalled() ?? installAndFind()
  if (path) return path
  throw new Error(
    'No Chromium was found. Install one (on Debian: apt-get install chromium; elsewhere: ' +
      'npx playwright install chromium), or set CHROME_PATH to a Chrome or Chromium.',
  )
}

const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * The path of chromium-headless-shell, which takes three quarters of the time of a full Chromium;
 * without it, of the full Chromium.
 */
export function findHeadlessShell(): string {
  if (process.env.CHROME_PATH) return findChromium()
  if (!existsSync(headlessShell) && canInstall()) installPackage('chromium-headless-shell')
  return existsSync(headlessShell) ? headlessShell : findChromium()
}

function findInstalled(): string | undefined {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH && !existsSync(CHROME_PATH)) {
    throw new Error(`CHROME_PATH names ${CHROME_PATH}, and nothing is there.`)
  }
  return [CHROME_PATH, ...defaultPaths, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

function installAndFind(): string | undefined {
  if (canInstall()) installPackage('chromium')
  const found = findInstalled()
  if (found) return found
  downloadByPlaywright()
  return findInstalled()
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

const defaultPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
