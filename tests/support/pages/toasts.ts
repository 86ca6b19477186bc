import { type BrowserContext, expect, type Page } from '@playwright/test'

declare global {
  var told: Set<string>
}

/** Writes down in every page what its toasts say: on a busy machine one goes between two looks. */
export const keepToasts = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.told = new Set()
    const hear = () => {
      for (const toast of document.querySelectorAll('[popover] > [role="status"]'))
        told.add(toast.textContent)
    }
    new MutationObserver(hear).observe(document, { childList: true, subtree: true })
  })

/** Until the page has told it in a toast, be it there still or gone. */
export const untilTold = (page: Page, words: string) =>
  expect.poll(() => page.evaluate(() => [...told])).toContain(words)
