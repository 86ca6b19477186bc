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
      const stored = all.get(name) ?? new Map<string, Response>()
      all.set(name, stored)
      return {
        match: async (key: Key) => stored.get(urlOf(key))?.clone(),
        put: async (key: Key, response: Response) => {
          if (response.bodyUsed) throw new TypeError('The body of this response was read already')
          stored.delete(urlOf(key))
          stored.set(urlOf(key), response.clone())
          await response.arrayBuffer()
        },
        delete: async (key: Key) => stored.delete(urlOf(key)),
        keys: async () => [...stored.keys()].map((url) => ({ url })),
      }
    },
  }
}
