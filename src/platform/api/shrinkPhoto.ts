export type ShrinkLimits = {
  longestEdgePx: number
  /** Of the JPEG, from 0 to 1. */
  quality: number
}

/** Scales a photo down for slow connections. A format that the browser cannot decode stays as it is. */
export async function shrinkPhoto(file: Blob, limits: ShrinkLimits): Promise<Blob> {
  const smaller = await downscale(file, limits).catch(() => undefined)
  return smaller && smaller.size < file.size ? smaller : file
}

async function downscale(
  file: Blob,
  { longestEdgePx, quality }: ShrinkLimits,
): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longestEdgePx / Math.max(bitmap.width, bitmap.height))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.round(bitmap.width * scale),
    height: Math.round(bitmap.height * scale),
  })
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return new Promise((done) => {
    canvas.toBlob((blob) => done(blob ?? undefined), 'image/jpeg', quality)
  })
}
