import * as v from 'valibot'

import { PhotoResponse } from '#contract/api/fields.ts'
import { ErrorResponse } from '#contract/errors.ts'
import * as rules from '#contract/rules.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { handleUnauthorized, requireToken } from '#platform/session/session.ts'
import { ApiError } from './apiError.ts'
import { shrinkPhoto } from './shrinkPhoto.ts'

type UploadOptions = {
  /** The path under `/api`; see `addReturnPhoto` and `addReviewPhoto`. */
  path: string
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/**
 * Uploads a photo and returns its URL. Uses XMLHttpRequest, because `fetch` does not report the
 * progress of an upload.
 */
export function uploadPhoto(
  photo: Blob,
  { path, onProgress, signal }: UploadOptions,
): Promise<string> {
  const authorization = `Bearer ${requireToken()}`
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Authorization', authorization)
    request.setRequestHeader('Content-Type', photo.type || 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => {
      observe({ kind: 'failed', at: Date.now() })
      fail(new ApiError('offline', new Error('The photo could not be uploaded')))
    }
    request.onabort = () => fail(new DOMException('Upload cancelled', 'AbortError'))
    request.onload = () => {
      // A 401 without the store's header comes from a proxy in between and says nothing about the
      // token.
      const isFromStore = request.getResponseHeader('x-api') !== null
      if (request.status === 401 && isFromStore) handleUnauthorized(authorization)
      const parsed = v.safeParse(PhotoResponse, request.response)
      if (parsed.success) done(parsed.output.result.url)
      else fail(uploadError(request.response))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(photo)
  })
}

function uploadError(body: unknown): ApiError {
  const { success, output } = v.safeParse(ErrorResponse, body)
  return new ApiError(success ? output.code : 'unexpected', body, success ? output : undefined)
}

const { longestEdgePx, maxBytes } = rules.returnPhotos
const quality = 0.8

/** Scales a photo down; one that is too large nevertheless is refused. */
export async function shrinkUpload(file: Blob): Promise<Blob> {
  const sent = await shrinkPhoto(file, { longestEdgePx, quality })
  if (sent.size > maxBytes) throw tooLarge()
  return sent
}

function tooLarge(): ApiError {
  const msg = 'This photo is too large'
  return new ApiError('too_large', new Error(msg), { success: false, code: 'too_large', msg })
}
