const origin = 'https://pehno.example'
type Key = string | URL | { url: string }
const urlOf = (key: Key) =>
  new URL(typeof key === 'object' && 'url' in key ? key.url : key, origin).href

/**
 * The Cache API as far as the service worker uses it: keys are absolute URLs, the newest entry is
 * listed last, and putting a response reads its body.
 */
export function memoryCaches() {
  const all = new Map<string, Map<string, Response>>()
  return {
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const kept = all.get(name) ?? new Map<string, Response>()
      all.set(name, kept)
      return {
        match: async (key: Key) => kept.get(urlOf(key))?.clone(),
        put: async (key: Key, response: Response) => {
          if (response.bodyUsed) throw new TypeError('The body of this response was read already')
          kept.delete(urlOf(key))
          kept.set(urlOf(key), response.clone())
          await response.arrayBuffer()
        },
        delete: async (key: Key) => kept.delete(urlOf(key)),
        keys: async () => [...kept.keys()].map((url) => ({ url })),
      }
    },
  }
}
