import { uploadDoorPhoto } from '#desk/app/upload.ts'
import { blobOf, readPhoto } from './storedPhotos.ts'

type Upload = { number: string; ids: readonly string[]; signal: AbortSignal }

/** Sends kept photos of an order and returns the server's ids. A repeat sends none twice. A photo that is gone is left out. */
export async function uploadPhotos({ number, ids, signal }: Upload): Promise<string[]> {
  const sent: string[] = []
  for (const id of ids) {
    const url = await readPhoto(id)
    if (url === undefined) continue
    const photo = blobOf(url)
    sent.push(await uploadDoorPhoto({ number, photo, idempotencyKey: id, signal }))
  }
  return sent
}
