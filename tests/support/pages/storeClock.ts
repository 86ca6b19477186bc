import type { Page } from '@playwright/test'

/**
 * Stops the clock of the page and of the server's responses: the page corrects its clock by the server's,
 * so a device's clock alone shows night only to a test that runs at night.
 */
export async function stopClockAt(page: Page, at: Date): Promise<void> {
  await page.clock.setFixedTime(at)
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), date: at.toUTCString() }
    await route.fulfill({ response, headers })
  })
}
