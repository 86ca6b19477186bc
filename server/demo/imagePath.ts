/**
 * Images are cached forever, so changed files need new URLs: put a new version in front.
 * Older versions stay, since stored products still refer to them.
 */
const versions = ['2', '1']

/** Hashes a text to an unsigned 32-bit number with djb2 (XOR variant), the same on every machine. */
export function hashText(text: string): number {
  let number = 5381
  for (let at = 0; at < text.length; at++) number = ((number * 33) ^ text.charCodeAt(at)) >>> 0
  return number
}

const hashOf = (version: string, name: string) => hashText(`${version}:${name}`).toString(36)

/** Hashes are cut short, because they do not compress and the document of a list contains about seventy. */
const hashLength = 4

/** The URL of an image. */
export const imagePath = (name: string) =>
  `/photos/${name}-${hashOf(versions[0] ?? '', name).slice(0, hashLength)}.svg`

/** The image name in a file name, which may contain the whole hash; undefined if the hash does not match. */
export function imageNameIn(fileName: string): string | undefined {
  const [, name = '', hash = ''] = /^([a-z0-9-]{1,80})-([a-z0-9]{4,7})\.svg$/.exec(fileName) ?? []
  return versions.some((version) => hashOf(version, name).startsWith(hash)) ? name : undefined
}

/**
 * The backdrop of a product photo, 0 to 6, for the page's `--tint-0` to `--tint-6`. The name of its file ends with the
 * number of the drawing and the view: `kurti-buti-c4375f-f0c36b-2-front-1a2b.svg`.
 */
export const backdropIn = (path: string) => Number(path.split('-').at(-3)) % 7
