import { type CompressedPage, compressBest } from './packed.ts'

/** For how long a drawn page serves everybody. */
const keptMs = 10_000
const keptPages = 300
/** More than these do not wait to be packed better: the machine has other things to do then. */
const longestQueue = 50

type Kept = { page: Promise<CompressedPage>; until: number }

/**
 * Draws each address at most once in a while, however many ask; the oldest go first. A page goes
 * out at once, packed quickly. Where it is asked for again it is packed as small as can be for those
 * who ask after that: most addresses with filters nobody asks for twice.
 */
export function cachePages(draw: (address: string) => CompressedPage | Promise<CompressedPage>) {
  const kept = new Map<string, Kept>()
  const squeeze = squeezeInTurn()

  return async (address: string): Promise<CompressedPage> => {
    const now = Date.now()
    const known = kept.get(address)
    if (known && known.until > now) {
      const page = await known.page
      squeeze(page)
      return page
    }

    const drawing = Promise.resolve(draw(address))
    kept.delete(address)
    kept.set(address, { page: drawing, until: now + keptMs })
    if (kept.size > keptPages) dropOldest(kept)
    try {
      const page = await drawing
      if (known) squeeze(page)
      return page
    } catch (error) {
      kept.delete(address)
      throw error
    }
  }
}

/** Packs pages again, one after the other. One that has not changed since is not packed twice. */
function squeezeInTurn() {
  const best = new Map<string, CompressedPage['br']>()
  const waiting = new Set<CompressedPage>()
  let isBusy = false

  async function work(): Promise<void> {
    isBusy = true
    for (const page of waiting) {
      page.br = await compressBest(page)
      waiting.delete(page)
      best.set(page.etag, page.br)
      if (best.size > keptPages) dropOldest(best)
    }
    isBusy = false
  }

  return (page: CompressedPage): void => {
    const known = best.get(page.etag)
    if (known) page.br = known
    else if (waiting.size < longestQueue) waiting.add(page)
    if (waiting.size > 0 && !isBusy) void work()
  }
}

function dropOldest(from: Map<string, unknown>): void {
  const [oldest] = from.keys()
  if (oldest !== undefined) from.delete(oldest)
}
