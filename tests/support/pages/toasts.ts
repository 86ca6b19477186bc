import { type BrowserContext, expect, type Page } from '@playwright/test'

declare global {
  var shownToasts: Set<string>
}

/**
 * Records the toasts of every page, because on a busy machine one disappears between two checks.
 */
export const recordToasts = (context: BrowserContext) =>
  context.addInitScript(() => {
    globalThis.shownToasts = new Set()
    const record = () => {
      for (const toast of document.querySelectorAll('[popover] > [role="status"]'))
        shownToasts.add(
          [...toast.querySelectorAll('a')].reduce(
            (text, { textContent }) => text.replace(textContent, '').trim(),
            toast.textContent,
          ),
        )
    }
    new MutationObserver(record).observe(document, { childList: true, subtree: true })
  })

/** Waits until the page has shown the toast, even if it is gone again. */
export const untilToast = (page: Page, words: string) =>
  expect.poll(() => page.evaluate(() => [...shownToasts])).toContain(words)
