import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number }

/** From the next document on it is written down how much of it moves by itself. */
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
 * How much has moved since the document began; a little is not seen. The browser tells of a frame's
 * shifts after it was painted, so the frame that is under way is waited for.
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
