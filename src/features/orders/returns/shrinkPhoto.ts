import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'

const { longestEdgePx, maxBytes } = rules.returnPhotos
const quality = 0.8

/**
 * Scales a photo down for slow connections. A format that the browser cannot decode is sent as it
 * is.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const smaller = await drawnSmaller(file).catch(() => undefined)
  const sent = smaller && smaller.size < file.size ? smaller : file
  if (sent.size > maxBytes) throw tooLarge()
  return sent
}

function tooLarge(): ApiError {
  const msg = 'This photo is too large'
  return new ApiError('too_large', new Error(msg), { success: false, code: 'too_large', msg })
}

async function drawnSmaller(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestEdgePx / Math.max(picture.width, picture.height))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((done) => {
    canvas.toBlob((blob) => done(blob ?? undefined), 'image/jpeg', quality)
  })
}
