import { readFileSync } from 'node:fs'
import { type Browser, chromium, devices } from '@playwright/test'
import sharp from 'sharp'

import { openBenchStore } from '#tests/bench/benchStore.ts'
import { chromiumFlags, findChromium } from '#tests/support/browsers/findChromium.ts'

/**
 * Draws what the manifest shows before and after the store is installed, into `public`: screenshots of the demo
 * store's own pages and the icons of the shortcuts. `npm run pictures`, after pages have changed their look.
 */
const screenshots = [
  { file: 'screenshot-home', path: '/', width: 390, height: 844, scale: 2 },
  { file: 'screenshot-list', path: '/collections', width: 390, height: 844, scale: 2 },
  { file: 'screenshot-wide', path: '/', width: 1280, height: 800, scale: 1 },
]
/** Symbols of `images/sprite.svg`. */
const shortcuts = ['search', 'bag', 'heart', 'truck']
const shortcutSize = 96

const store = await openBenchStore({ databaseUrl: undefined })
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
try {
  for (const screenshot of screenshots) await takeScreenshot(browser, screenshot)
  for (const name of shortcuts) await drawShortcut(name)
} finally {
  await browser.close()
  await store.stop()
}

type Screenshot = (typeof screenshots)[number]

async function takeScreenshot(opened: Browser, { file, path, width, height, scale }: Screenshot) {
  const isPhone = scale > 1
  const context = await opened.newContext({
    ...(isPhone && { userAgent: devices['Pixel 7'].userAgent, isMobile: true, hasTouch: true }),
    viewport: { width, height },
    deviceScaleFactor: scale,
    serviceWorkers: 'block',
  })
  // The question for the location would cover the page.
  await context.addInitScript(() => sessionStorage.setItem('location-popup-shown', 'true'))
  const page = await context.newPage()
  await page.goto(store.origin + path, { waitUntil: 'networkidle' })
  const picture = sharp(await page.screenshot()).webp({ quality: 82 })
  await picture.toFile(`public/images/${file}.webp`)
  await context.close()
}

/** The symbol in ink on the accent colour, as on the store's own icon. */
async function drawShortcut(name: string) {
  const sprite = readFileSync('public/images/sprite.svg', 'utf8')
  const symbol = new RegExp(`<symbol id="${name}"([^>]*)>(.*?)</symbol>`, 's').exec(sprite)
  if (!symbol) throw new Error(`images/sprite.svg has no symbol ${name}`)
  const [, attributes = '', shapes = ''] = symbol
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shortcutSize}" height="${shortcutSize}" color="#14211d">
    <rect width="100%" height="100%" rx="22" fill="#57d9ae"/>
    <svg x="22" y="22" width="52" height="52"${attributes}>${shapes}</svg>
  </svg>`
  await sharp(Buffer.from(svg)).png().toFile(`public/icons/shortcut-${name}-96.png`)
}
