import { type Page, protectedPages } from './paths.ts'

/**
 * Where the service worker takes a page from. `stored`: the document that the server rendered when the page was opened
 * before. `server`: what the server renders now, if its response begins in time. The last resort is the shell, an empty
 * document that the phone fills itself.
 */
type PageSource = 'stored' | 'server'

/** The server's document has all that the page shows, and nothing of a customer, so it may be stored. */
const catalogue: readonly PageSource[] = ['stored', 'server']
/** Texts are read once: storing them would take space from lists and products. */
const text: readonly PageSource[] = ['server']
/** Only the device knows what is in the page: the server would send an empty frame. */
const personal: readonly PageSource[] = []

const sources: Partial<Record<Page, readonly PageSource[]>> = {
  // The device knows the gender that was chosen, the server does not.
  home: ['stored'],
  collections: catalogue,
  product: catalogue,
  search: catalogue,
  cart: personal,
}

/** The sources of a page in their order; `undefined` stands for a page that does not exist. */
export function pageSources(page: Page | undefined): readonly PageSource[] {
  if (page === undefined) return text
  return sources[page] ?? (protectedPages.has(page) ? personal : text)
}

/** The server's document counts only if its response begins within this time. */
export const serverLimitMs = 1500
