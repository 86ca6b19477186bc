/** The browser's caches, as far as the worker uses them. */
export function memoryCaches() {
  const all = new Map<string, Map<string, Response>>()
  return {
    keys: async () => [...all.keys()],
    open: async (name: string) => {
      const kept = all.get(name) ?? new Map<string, Response>()
      all.set(name, kept)
      return {
        match: async (key: string) => kept.get(key)?.clone(),
        put: async (key: string, answer: Response) => void kept.set(key, answer),
        delete: async (key: string) => kept.delete(key),
        keys: async () => [...kept.keys()],
      }
    },
  }
}
