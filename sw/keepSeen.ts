import { freshFor } from './freshFor.ts'
import { picture } from './pictures.ts'
import { keepingOf } from './routes.ts'

declare const self: ServiceWorkerGlobalScope

const atMost = 60

/**
 * Keeps what a page read before this worker was there: the answers that came inside its first HTML
 * and its pictures, which the browser's own cache still has.
 */
export async function keepSeen(event: ExtendableEvent, urls: string[]): Promise<void> {
  const kept = urls.slice(0, atMost).map((address) => {
    const { origin, pathname, href } = new URL(address, self.location.origin)
    if (origin !== self.location.origin) return undefined
    if (pathname.startsWith('/photos/')) return picture(event, href)
    const keeping = keepingOf(pathname)
    return keeping && freshFor(event, href, keeping)
  })
  await Promise.allSettled(kept)
}
