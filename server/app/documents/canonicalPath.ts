import { paths } from '#contract/paths.ts'

/** Addresses that people write, and ours as they were called elsewhere. */
const aliases: [written: RegExp, ours: string][] = [
  [/^\/product\/([^/]+)$/i, '/products/$1'],
  [/^\/(?:home|index)$/i, '/'],
]

const patterns = Object.values(paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`, 'i'),
}))

/**
 * The one spelling of an address that the store knows under several: with a slash at its end, in
 * capitals, by another name. Undefined where it is right already, or known in no spelling; never an
 * address elsewhere.
 */
export function canonicalPath(path: string): string | undefined {
  const single = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const [written, ours] = aliases.find(([pattern]) => pattern.test(single)) ?? []
  const named = written && ours !== undefined ? single.replace(written, ours) : single
  for (const { path: known, pattern } of patterns) {
    const parts = pattern.exec(named)?.slice(1)
    if (!parts) continue
    const tidy = known.replace(/:\w+/g, () => parts.shift() ?? '')
    return tidy === path ? undefined : tidy
  }
  return undefined
}
