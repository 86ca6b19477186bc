import sharp from 'sharp'

import type { App } from '#server/app/api/createApp.ts'
import type { Shopper } from '#tests/support/shopper/givens.ts'

/** A red square, encoded like a camera photo. */
export const aPicture = (edge: number) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Copyright: 'where it was taken' } })
    .jpeg()
    .toBuffer()

/** Uploads a return photo and returns its URL. */
export async function sendReturnPhoto(
  api: Pick<App, 'request'>,
  { token }: Pick<Shopper, 'token'>,
  picture: Buffer,
): Promise<{ status: number; url: string }> {
  const answer = await api.request('/api/orders/return-photos', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(picture),
  })
  const { result } = (await answer.json()) as { result?: { url: string } }
  return { status: answer.status, url: result?.url ?? '' }
}
