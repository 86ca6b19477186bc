import { createServer } from 'vite'

import { findViolations } from '#tests/support/pages/findViolations.ts'
import { freePort } from '#tests/support/server/freePort.ts'
import { expect, test } from '#tests/support/pages/storeTest.ts'

test.use({ hasWorker: false })

test('every component is readable in light and dark and fits a narrow phone, and axe finds no faults [a11y.1] @phone @proof', async ({
  page,
}) => {
  const vite = await createServer({ server: { port: await freePort() }, appType: 'mpa' })
  await vite.listen()
  const origin = vite.resolvedUrls?.local[0] ?? ''
  await page.setViewportSize({ width: 320, height: 800 })

  for (const theme of ['light', 'dark']) {
    await page.goto(`${origin}ui/gallery/?theme=${theme}`)
    await expect(page.getByRole('heading', { name: 'Overlays' })).toBeVisible()
    const violations = await findViolations(page)
    expect(violations.map(({ id, nodes }) => [theme, id, nodes.map(({ html }) => html)])).toEqual(
      [],
    )
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, `${theme}: nothing is wider than the screen`).toBe(320)
  }
  for (const shape of ['sheet', 'drawer', 'full', 'photos', 'overlay']) {
    await page.getByRole('button', { name: `Open ${shape}` }).click()
    const violations = await findViolations(page, { within: 'dialog[open]' })
    expect(violations.map(({ id, nodes }) => [shape, id, nodes.map(({ html }) => html)])).toEqual(
      [],
    )
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
  await vite.close()
})
