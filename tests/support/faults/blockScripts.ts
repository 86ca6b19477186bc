import type { Page } from '@playwright/test'

/** Loads the page and blocks its scripts until the returned function is called. */
export async function blockScripts(page: Page): Promise<() => void> {
  let unblock = () => {}
  const unblocked = new Promise<void>((done) => (unblock = done))
  await page.route('**/assets/*.js', async (route) => {
    await unblocked
    await route.continue()
  })
  return unblock
}
