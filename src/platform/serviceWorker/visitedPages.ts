import { publicReads } from '#contract/api/reads.ts'
import { seenReads } from './workerClient.ts'

/**
 * Whether every visitor gets the same response at a path below `/api`. A query says what a visitor
 * searched for; only a gender does not.
 */
export function isSharedPath(path: string): boolean {
  const [callPath = '', query] = path.split('?')
  const isShared = Object.values(publicReads).some(
    (call) => call.isShared && call.path === `/${callPath}`,
  )
  return isShared && [...new URLSearchParams(query).keys()].every((name) => name === 'gender')
}

/** Caches of the app itself. The others have images and responses of the API. */
const appCaches = new Set(['shell', 'connectivity'])

/** The files of the staff desk, which its own worker (`sw/desk`) stores. */
const isOfDesk = (name: string) => name.startsWith('workbox-')

/**
 * Deletes what the worker stored of searches and of pages that were opened here. Does nothing where
 * storage is denied.
 */
export async function clearVisitedPages(): Promise<void> {
  seenReads.clear()
  performance.clearResourceTimings()
  try {
    const names = (await caches.keys()).filter((name) => !appCaches.has(name) && !isOfDesk(name))
    await Promise.all(names.map(deleteVisited))
  } catch {
    // If the caches cannot be accessed, nothing was stored.
  }
}

async function deleteVisited(name: string): Promise<void> {
  const cache = await caches.open(name)
  const stored = await cache.keys()
  const visited = stored.filter(({ url }) => !isShared(new URL(url)))
  if (visited.length === stored.length) await caches.delete(name)
  else await Promise.all(visited.map((request) => cache.delete(request)))
}

const isShared = ({ pathname, search }: URL) =>
  pathname.startsWith('/api/') && isSharedPath(pathname.slice('/api/'.length) + search)
