import sharp from 'sharp'

import type { App } from '#server/app/api/createApp.ts'
import type { Shopper } from '#tests/support/shopper/givens.ts'

/** A red square, encoded like a camera photo. */
export const aJpeg = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Copyright: 'where it was taken' } })
    .jpeg()
    .toBuffer()

type PhotoResponse = { status: number; url: string; msg?: string }

/** Uploads a return photo and returns its URL. */
export const sendReturnPhoto = (
  api: Pick<App, 'request'>,
  shopper: Pick<Shopper, 'token'>,
  picture: Buffer,
): Promise<PhotoResponse> => sendPhoto(api, shopper, { path: 'orders/return-photos', picture })

/** Uploads a photo to this path under `/api` and returns its URL. */
export async function sendPhoto(
  api: Pick<App, 'request'>,
  { token }: Pick<Shopper, 'token'>,
  { path, picture }: { path: string; picture: Buffer },
): Promise<PhotoResponse> {
  const response = await api.request(`/api/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(picture),
  })
  const { result, msg } = (await response.json()) as { result?: { url: string }; msg?: string }
  return { status: response.status, url: result?.url ?? '', ...(msg && { msg }) }
}
