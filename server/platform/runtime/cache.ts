/**
 * A cache with a time to live. Concurrent loads of the same key share one promise; failed loads are not
 * cached. For values that may be slightly out of date, such as the files of the sitemap.
 */
export function cacheWithTtl<Value>(ttlMs: number, maxEntries: number) {
  const cache = new Map<string, { value: Promise<Value>; until: number }>()

  return (key: string, load: () => Promise<Value>): Promise<Value> => {
    const now = Date.now()
    const entry = cache.get(key)
    if (entry && entry.until > now) return entry.value

    const value = load()
    cache.delete(key)
    cache.set(key, { value, until: now + ttlMs })
    const [oldest] = cache.keys()
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest)
    value.catch(() => cache.delete(key))
    return value
  }
}
