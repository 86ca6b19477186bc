import * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { ErrorReply } from '#contract/errors.ts'
import { ReturnPhotoReply } from '#contract/order.ts'
import { ApiError } from './apiError.ts'
import { observe } from '#platform/connectivity/connectivityAtom.ts'
import { handleUnauthorized, requireToken } from '#platform/session/session.ts'

type Sending = { onPart: (part: number) => void; signal: AbortSignal }

/**
 * Uploads a photo and returns its URL. Uses XMLHttpRequest, because `fetch` does not report the
 * progress of an upload.
 */
export function uploadPhoto(picture: Blob, { onPart, signal }: Sending): Promise<string> {
  const { method, path } = calls.addReturnPhoto
  const authorization = `Bearer ${requireToken()}`
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open(method, `/api${path}`)
    request.setRequestHeader('Authorization', authorization)
    request.setRequestHeader('Content-Type', picture.type || 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0)
    request.onerror = () => {
      observe({ kind: 'failed', at: Date.now() })
      fail(new ApiError('offline', new Error('The picture was not sent')))
    }
    request.onabort = () => fail(new DOMException('Called off', 'AbortError'))
    request.onload = () => {
      // A 401 without the store's header comes from a proxy in between and says nothing about the
      // token.
      const isFromStore = request.getResponseHeader('x-api') !== null
      if (request.status === 401 && isFromStore) handleUnauthorized(authorization)
      const answer = v.safeParse(ReturnPhotoReply, request.response)
      if (answer.success) done(answer.output.result.url)
      else fail(refusedWith(request.response))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(picture)
  })
}

function refusedWith(body: unknown): ApiError {
  const { success, output } = v.safeParse(ErrorReply, body)
  return new ApiError(success ? output.code : 'unexpected', body, success ? output : undefined)
}
