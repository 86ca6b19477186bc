const commaLists = new Set(['size', 'brand', 'origin'])

/** One key for one question: parameters sorted, empty ones dropped, lists in order, no fragment. */
export function cacheKeyOf(address: string | URL): string {
  const { origin, pathname, searchParams } = new URL(address)
  const given = [...searchParams]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, commaLists.has(name) ? inOrder(value) : value] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
  const query = new URLSearchParams(given.map(([name, value]) => [name, value])).toString()
  return origin + pathname + (query && `?${query}`)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const inOrder = (list: string) => list.split(',').sort().join(',')
