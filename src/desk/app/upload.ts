import { staffCalls } from '#contract/api/staffCalls.ts'
import { staffSchemas } from '#contract/api/staffSchemas.ts'
import { fillPath } from '#contract/pages/paths.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { parseResponse, publicHttp } from '#platform/api/client.ts'
import { currentSession, expireSession } from './session.ts'

type DoorPhoto = {
  /** The number of the order. */
  number: string
  photo: Blob
  idempotencyKey: string
  signal: AbortSignal
}

/**
 * Sends a photo that was taken at the door, and returns the id by which a move or a check uses it.
 *
 * @throws ApiError, as `request` does
 */
export async function uploadDoorPhoto({
  number,
  photo,
  idempotencyKey,
  signal,
}: DoorPhoto): Promise<string> {
  const { method, path } = staffCalls.addDoorPhoto
  const token = currentSession()?.token ?? ''
  const sent = publicHttp(fillPath(path, { number }).slice(1), {
    ...{ method, body: photo, signal },
    headers: {
      'Content-Type': photo.type || 'application/octet-stream',
      'Idempotency-Key': idempotencyKey,
      Authorization: `Bearer ${token}`,
    },
  })
  try {
    const { result } = await parseResponse(staffSchemas.addDoorPhoto.response, sent)
    return result.id
  } catch (error) {
    if (error instanceof ApiError && error.code === 'signed_out') expireSession(token)
    throw error
  }
}
