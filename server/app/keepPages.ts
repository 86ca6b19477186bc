import type { Packed } from './packed.ts'

/** For how long a drawn page serves everybody. */
const keptMs = 10_000
const keptPages = 500

type Kept = { page: Promise<Packed>; until: number }

/** Draws each address at most once in a while, however many ask; the oldest go first. */
export function keepPages(draw: (address: string) => Promise<Packed>) {
  const kept = new Map<string, Kept>()

  return async (address: string): Promise<Packed> => {
    const now = Date.now()
    const known = kept.get(address)
    if (known && known.until > now) return known.page

    const page = draw(address)
    kept.delete(address)
    kept.set(address, { page, until: now + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > keptPages && oldest !== undefined) kept.delete(oldest)
    page.catch(() => kept.delete(address))
    return page
  }
}
