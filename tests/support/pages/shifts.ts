import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number }

/** Records layout shifts from the next document on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as Shift).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * The layout shift since the document was opened; shifts too small to see are ignored. The browser
 * reports the shifts of a frame after it was painted, so the current frame is awaited.
 */
export async function shiftOf(page: Page): Promise<number> {
  await page.evaluate(
    () =>
      new Promise<void>((painted) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted, 50))),
      ),
  )
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  return shifts.reduce((sum, shift) => sum + shift, 0)
}
