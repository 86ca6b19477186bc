import type { Page } from '@playwright/test'

/** Sets the browser's default font size, so that media queries follow too. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const standard = (16 * percent) / 100
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
}

/** The scroll width of the page. */
export const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth))

/** The texts of links and buttons in headers and navigation that are smaller than their text. */
export const tooNarrow = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('header, nav')
    .locator('a, button')
    .locator('visible=true')
    .evaluateAll((nodes) =>
      nodes
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    )
