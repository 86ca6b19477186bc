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

/** The pairs of texts in cells of a table's row that cover each other. */
export const coveredCells = (page: Page): Promise<string[]> =>
  page.locator('tbody tr').evaluateAll((rows) => {
    type Box = { text: string; left: number; right: number; top: number; bottom: number }

    /** The texts that are seen, each where it is. What a cell cuts off covers nothing. */
    function textsOf(cell: Element): Box[] {
      const boxes: Box[] = []
      const { overflowX } = getComputedStyle(cell)
      const end = overflowX === 'hidden' ? cell.getBoundingClientRect().right : Infinity
      const nodes = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode()) {
        const parent = nodes.currentNode.parentElement
        if (!parent || getComputedStyle(parent).clipPath !== 'none') continue
        if (parent.parentElement && getComputedStyle(parent.parentElement).clipPath !== 'none') {
          continue
        }
        const range = document.createRange()
        range.selectNodeContents(nodes.currentNode)
        const { left, right, top, bottom } = range.getBoundingClientRect()
        const text = nodes.currentNode.textContent ?? ''
        boxes.push({ ...{ text, left, top, bottom }, right: Math.min(right, end) })
      }
      return boxes
    }
    const meet = (one: Box, other: Box) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4

    return rows.flatMap((row) => {
      const cells = [...row.querySelectorAll('td')].map(textsOf)
      return cells.flatMap((cell, position) => {
        const others = cells.slice(position + 1).flat()
        return cell.flatMap((text) =>
          others.filter((other) => meet(text, other)).map((other) => `${text.text}, ${other.text}`),
        )
      })
    })
  })
