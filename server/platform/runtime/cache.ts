/**
 * The same question asked again within `keptMs` gets the same answer, and many who ask at once wait
 * for one. For facts that may lag a little, such as how many products a list has.
 */
export function cacheWithTtl<Value>(keptMs: number, most: number) {
  const kept = new Map<string, { value: Promise<Value>; until: number }>()

  return (question: string, ask: () => Promise<Value>): Promise<Value> => {
    const now = Date.now()
    const known = kept.get(question)
    if (known && known.until > now) return known.value

    const value = ask()
    kept.delete(question)
    kept.set(question, { value, until: now + keptMs })
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    value.catch(() => kept.delete(question))
    return value
  }
}
