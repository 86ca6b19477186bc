import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** A shift too small to see; the names in the header of a wide page take half of it. */
export const maxInvisibleShift = 0.005

/** Records layout shifts from the next document on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    const contentShifts: number[] = []
    Object.assign(window, { shifts, contentShifts })
    const isContent = (node: Node | null) =>
      node instanceof Element &&
      node.parentElement?.closest('main') &&
      getComputedStyle(node).position !== 'fixed'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        shifts.push(entry.value)
        if (entry.sources.some(({ node }) => isContent(node))) contentShifts.push(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * The layout shift since the document was opened; shifts too small to see are ignored. The browser
 * reports the shifts of a frame after it was painted, so the current frame is awaited.
 */
export const shiftOf = (page: Page): Promise<number> => sumOf(page, 'shifts')

/** The same for the page's content, without fixed elements and shifts of the whole page. */
export const contentShiftOf = (page: Page): Promise<number> => sumOf(page, 'contentShifts')

type Recorded = Record<'shifts' | 'contentShifts', number[]>

async function sumOf(page: Page, kind: keyof Recorded): Promise<number> {
  await page.evaluate(
    () =>
      new Promise<void>((painted) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted, 50))),
      ),
  )
  const shifts = await page.evaluate((name) => (window as unknown as Recorded)[name], kind)
  return shifts.reduce((sum, shift) => sum + shift, 0)
}
