import { shrinkPhoto } from '#platform/api/shrinkPhoto.ts'
import { withIndexedDb } from '#platform/storage/deviceStorage.ts'
import { storedValues } from '#platform/storage/storedValues.ts'

/** Photos that a rider took at the door, kept on the phone until they are sent with their move. */

/** The prefix keeps them out of what a log out of the shop deletes on the same phone. */
const keyPrefix = 'device:desk-photo:'
const keyOf = (id: string) => keyPrefix + id

/** About 150 KB: enough to see a stain, small enough for the queue of a long day without a connection. */
const limits = { longestEdgePx: 1280, quality: 0.7 }

/** Where storage is denied, photos live as long as the page. */
const inMemory = new Map<string, string>()

/** Scales a photo down and keeps it. Returns its id, which is also the idempotency key of its upload. */
export async function storePhoto(file: Blob): Promise<string> {
  const id = crypto.randomUUID()
  // As text, which every kind of storage takes.
  const url = await dataUrlOf(await shrinkPhoto(file, limits))
  inMemory.set(id, url)
  await withIndexedDb(async () => (await storedValues()).set(keyOf(id), url)).catch(ignoreDenied)
  return id
}

/** A photo as a `data:` URL; undefined if it is gone. */
export async function readPhoto(id: string): Promise<string | undefined> {
  const stored = inMemory.get(id)
  if (stored !== undefined) return stored
  const read = async () => (await storedValues()).get<string>(keyOf(id))
  return withIndexedDb(read).catch((error: unknown) => {
    ignoreDenied(error)
    return undefined
  })
}

export async function deletePhotos(ids: readonly string[]): Promise<void> {
  for (const id of ids) inMemory.delete(id)
  const keys = ids.map(keyOf)
  await withIndexedDb(async () => (await storedValues()).delMany(keys)).catch(ignoreDenied)
}

/** Deletes photos that no waiting move uses: all of them at a log out, those of a page that was closed at a start. */
export async function deletePhotosExcept(ids: ReadonlySet<string>): Promise<void> {
  await withIndexedDb(async () => {
    const { keys, delMany } = await storedValues()
    const unused = (await keys()).filter(
      (key) => key.startsWith(keyPrefix) && !ids.has(key.slice(keyPrefix.length)),
    )
    await delMany(unused)
  }).catch(ignoreDenied)
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new DOMException('The photo cannot be read'))
    reader.readAsDataURL(blob)
  })

/** The file of a `data:` URL. Not by `fetch`, which the content policy forbids for such URLs. */
export function blobOf(dataUrl: string): Blob {
  const [, type = '', base64 = ''] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(dataUrl) ?? []
  const text = atob(base64)
  return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))], { type })
}

function ignoreDenied(error: unknown) {
  if (!(error instanceof DOMException)) throw error
}
