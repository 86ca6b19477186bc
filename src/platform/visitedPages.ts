import { forgetReads } from './seenReads.ts'

/** The worker's caches with what every visitor gets. The others show what somebody searched for or opened. */
const publicCaches = new Set(['shell', 'lists', 'terms', 'connectivity'])

/** Deletes what the worker stored of the pages that were opened here. Safe where there is no storage. */
export async function forgetVisitedPages(): Promise<void> {
  forgetReads()
  try {
    const names = (await caches.keys()).filter((name) => !publicCaches.has(name))
    await Promise.all(names.map((name) => caches.delete(name)))
  } catch {
    // Without access to the caches nothing was stored in them.
  }
}
