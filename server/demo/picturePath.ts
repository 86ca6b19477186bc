import { numberOf } from './seededRandom.ts'

/**
 * Pictures are cached for ever, so a changed drawing needs new addresses: put a new edition in
 * front. The older ones stay, since stored products still name them.
 */
const editions = ['1']

const hashOf = (edition: string, name: string) => numberOf(`${edition}:${name}`).toString(36)

/** The address of a drawn picture. */
export const picturePath = (name: string) =>
  `/photos/${name}-${hashOf(editions[0] ?? '', name)}.svg`

/** The name in a file name, if it is one we gave out. */
export function pictureName(fileName: string): string | undefined {
  const [, name = '', hash] = /^([a-z0-9-]{1,80})-([a-z0-9]{1,7})\.svg$/.exec(fileName) ?? []
  return editions.some((edition) => hashOf(edition, name) === hash) ? name : undefined
}
