import type { Cache, State } from 'swr'

/**
 * SWR's cache, filled with the responses in the document, by SWR key.
 *
 * During hydration SWR compares an entry with the object that it saw first; if there is another one by now, it
 * renders the component a second time. When a component mounts, SWR adds the key to the entry, so an entry
 * with the same response stays the same object. Otherwise the whole home page would be rendered twice.
 */
export function createResponseCache(responses: Record<string, unknown>): Cache {
  return new ResponseCache(Object.entries(responses).map(([key, data]) => [key, { data }]))
}

class ResponseCache extends Map<string, State> {
  override set(key: string, state: State): this {
    const existing = this.get(key)
    if (!existing || !isSameState(existing, state)) return super.set(key, state)
    Object.assign(existing, state)
    return this
  }
}

const isSameState = (existing: State, state: State) =>
  (['data', 'error', 'isLoading', 'isValidating'] as const).every(
    (field) => existing[field] === state[field],
  )
