import { paths } from '#contract/paths.ts'

/** Paths that people guess or that old links use, with their current path. */
const aliases: [written: RegExp, ours: string][] = [
  [/^\/product\/([^/]+)$/i, '/products/$1'],
  [/^\/(?:home|index)$/i, '/'],
]

const patterns = Object.values(paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`, 'i'),
}))

/**
 * The canonical form of a path with a trailing slash, repeated slashes, capitals or an alias. Undefined if
 * the path is canonical already or matches no page. Never another host, so a redirect to it is safe.
 */
export function canonicalPath(path: string): string | undefined {
  const normalised = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const [alias, target] = aliases.find(([pattern]) => pattern.test(normalised)) ?? []
  const resolved = alias && target !== undefined ? normalised.replace(alias, target) : normalised
  for (const { path: known, pattern } of patterns) {
    const parts = pattern.exec(resolved)?.slice(1)
    if (!parts) continue
    const canonical = known.replace(/:\w+/g, () => parts.shift() ?? '')
    return canonical === path ? undefined : canonical
  }
  return undefined
}
