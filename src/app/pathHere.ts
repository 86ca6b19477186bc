/** A kept address as a path of this store; undefined where it leads anywhere else. */
export function pathHere(kept: string, origin: string): string | undefined {
  if (!kept.startsWith('/') || !URL.canParse(kept, origin)) return undefined
  const url = new URL(kept, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}
