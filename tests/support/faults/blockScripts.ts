import type { Page } from '@playwright/test'

/** Loads the page and blocks its scripts until the returned function is called. */
export async function blockScripts(page: Page): Promise<() => void> {
  let bring = () => {}
  const isBrought = new Promise<void>((done) => (bring = done))
  await page.route('**/assets/*.js', async (route) => {
    await isBrought
    await route.continue()
  })
  return bring
}
