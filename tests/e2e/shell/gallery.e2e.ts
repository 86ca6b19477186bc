import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createServer, type ViteDevServer } from 'vite'

import { findViolations } from '#tests/support/pages/findViolations.ts'
import { freePort } from '#tests/support/server/freePort.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

let vite: ViteDevServer

test.beforeAll(async () => {
  vite = await createServer({ server: { port: await freePort() }, appType: 'mpa' })
  await vite.listen()
})
test.afterAll(() => vite.close())

const themes = ['light', 'dark'] as const

async function openGallery(page: Page, theme: (typeof themes)[number]): Promise<void> {
  // axe would judge a dialog while it slides in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${vite.resolvedUrls?.local[0] ?? ''}ui/gallery/?theme=${theme}`)
  await expect(page.getByRole('heading', { name: 'Overlays' })).toBeVisible()
}

test('every component is readable in light and dark and fits a narrow phone, and axe finds no faults [a11y.1] @phone @proof', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })

  for (const theme of themes) {
    await openGallery(page, theme)
    const violations = await findViolations(page)
    expect(violations.map(({ id, nodes }) => [theme, id, nodes.map(({ html }) => html)])).toEqual(
      [],
    )
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${theme}: nothing is wider than the screen`).toBe(320)
  }
  for (const shape of ['sheet', 'drawer', 'full', 'photos', 'overlay', 'loading']) {
    await page.getByRole('button', { name: `Open ${shape}` }).click()
    const violations = await findViolations(page, { within: 'dialog[open]' })
    expect(violations.map(({ id, nodes }) => [shape, id, nodes.map(({ html }) => html)])).toEqual(
      [],
    )
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
})

const variants = ['default', 'primary', 'outline', 'danger'] as const

/** Components whose states must be told apart by more than their texts. */
function statesOf(page: Page): Record<string, Record<string, Locator>> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const text = (content: string) => page.getByText(content, { exact: true })
  const card = (name: string) => page.getByRole('radio', { name, exact: true }).locator('..')
  const row = (name: string) => page.locator('label', { hasText: new RegExp(`^${name}$`) })
  const size = (name: string) => page.locator('label', { has: page.locator(`[value="${name}"]`) })
  const note = (content: string) => text(content).locator('..')
  return {
    'variants of a button': Object.fromEntries(variants.map((name) => [name, button(name)])),
    ...Object.fromEntries(
      variants.map((name, place) => [
        `${name} button`,
        {
          normal: button(name),
          disabled: button('Disabled').nth(place),
          busy: text('Saving...').nth(place).locator('xpath=ancestor-or-self::button'),
        },
      ]),
    ),
    'text button': { normal: button('Change').first(), removal: button('Remove').first() },
    field: {
      normal: page.getByLabel('Name'),
      error: page.getByLabel('PIN code'),
      disabled: page.getByLabel('Email'),
    },
    'text area': { normal: page.getByLabel('Message'), error: page.getByLabel('Reason') },
    'message of a field': { hint: text('10 digits'), error: note('Please enter 6 digits') },
    checkbox: {
      normal: row('Not chosen'),
      chosen: row('Chosen'),
      disabled: row('Disabled').first(),
      radio: row('Radio'),
    },
    'option card': {
      normal: card('Try & Buy'),
      chosen: card('Standard'),
      disabled: card('Disabled'),
    },
    'size filter': { chosen: button('M'), normal: button('L') },
    size: { normal: size('S'), 'sold out': size('M'), chosen: size('L') },
    note: { danger: note('A fault'), success: note('A success') },
    badge: { plain: text('Plain'), mint: text('Mint'), sale: text('Sale'), danger: text('Danger') },
  }
}

/** Parts that only some of the samples have: icons, prices and explanations. */
const contentParts = 'svg[class*=icon], label ~ *, [id$="-more"]'

/**
 * Pixels of a copy of the element with the same text, at the same place and of the same width as all
 * others.
 */
async function pixelsOf(page: Page, element: Locator): Promise<Buffer> {
  await element.evaluate((original, removed) => {
    document.querySelector('#copy')?.remove()
    const copy = original.cloneNode(true) as HTMLElement
    const inputs = (from: Element) => [from, ...from.querySelectorAll('*')]
    const checked = inputs(original).map((part) => part instanceof HTMLInputElement && part.checked)
    inputs(copy).forEach((part, place) => {
      if (part instanceof HTMLInputElement) {
        part.name = ''
        part.checked = checked[place] ?? false
      }
      if (part instanceof HTMLInputElement || part instanceof HTMLTextAreaElement) part.value = 'Aa'
    })
    if (!copy.matches('label')) for (const part of copy.querySelectorAll(removed)) part.remove()
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) texts.currentNode.nodeValue = 'Aa'
    const frame = document.createElement('div')
    frame.id = 'copy'
    frame.style.cssText =
      'position:fixed;inset:0 auto auto 0;z-index:9;inline-size:200px;block-size:120px;background:var(--paper)'
    frame.append(copy)
    document.body.append(frame)
  }, contentParts)
  const image = await page.locator('#copy').screenshot({ animations: 'disabled' })
  return sharp(image).removeAlpha().raw().toBuffer()
}

/** Differences of one channel by less than this cannot be seen. */
const visibleStep = 16

/** The number of colour values that differ visibly. */
const differenceOf = (one: Buffer, other: Buffer) =>
  one.filter((value, place) => Math.abs(value - (other[place] ?? 0)) > visibleStep).length

const enoughToSee = 60

test('states of a component are told apart by more than their texts, in light and dark [a11y.1] @phone @proof', async ({
  page,
}) => {
  const faults: string[] = []
  const inLight = new Map<string, Buffer>()
  for (const theme of themes) {
    await openGallery(page, theme)
    await page.locator('label', { has: page.locator('[value="L"]') }).click()
    for (const [component, states] of Object.entries(statesOf(page))) {
      const seen: [string, Buffer][] = []
      for (const [state, element] of Object.entries(states)) {
        const pixels = await pixelsOf(page, element)
        const name = `${component}, ${state}`
        for (const [before, others] of seen) {
          if (differenceOf(pixels, others) < enoughToSee)
            faults.push(`${theme}: ${name} looks like ${before}`)
        }
        seen.push([state, pixels])
        if (theme === 'light') inLight.set(name, pixels)
        else if (differenceOf(pixels, inLight.get(name) ?? pixels) < enoughToSee)
          faults.push(`${name} looks the same in light and dark`)
      }
    }
  }

  expect(faults).toEqual([])
})
