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

/** The pairs of texts and pictures in cells of a table's row that cover each other. */
export const overlapsInRows = (page: Page): Promise<string[]> =>
  page.locator('tbody tr').evaluateAll((rows) => {
    type Box = { name: string; left: number; right: number; top: number; bottom: number }

    const isHidden = (node: Element | null): boolean =>
      node !== null && getComputedStyle(node).clipPath !== 'none'

    /** The texts and pictures that are seen, each where it is. What a cell cuts off covers nothing. */
    function boxesOf(cell: Element): Box[] {
      const boxes: Box[] = []
      const { overflowX } = getComputedStyle(cell)
      const end = overflowX === 'hidden' ? cell.getBoundingClientRect().right : Infinity
      const add = (name: string, { left, right, top, bottom }: DOMRect) =>
        boxes.push({ ...{ name, left, top, bottom }, right: Math.min(right, end) })
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const node = texts.currentNode
        const parent = node.parentElement
        if (isHidden(parent) || isHidden(parent?.parentElement ?? null)) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        add(node.textContent ?? '', range.getBoundingClientRect())
      }
      for (const image of cell.querySelectorAll('img'))
        add('picture', image.getBoundingClientRect())
      return boxes
    }
    const isOverlap = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4

    return rows.flatMap((row) => {
      const cells = [...row.querySelectorAll('td')].map(boxesOf)
      return cells.flatMap((cell, position) => {
        const others = cells.slice(position + 1).flat()
        return cell.flatMap((box) =>
          others
            .filter((other) => isOverlap(box, other))
            .map((other) => `${box.name}, ${other.name}`),
        )
      })
    })
  })
