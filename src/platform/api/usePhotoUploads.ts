import { useEffect, useRef, useState } from 'react'

import { ApiError } from './apiError.ts'

/** A photo that is being uploaded. */
type UploadedPhoto = {
  id: string
  /** Local preview URL. */
  preview: string
  state: 'sending' | 'sent' | 'failed'
  /** Upload progress, 0 to 1. */
  part: number
  /** URL on the server. */
  url?: string
  /** The error, if known. */
  problem?: string | undefined
}

type Upload = { file: Blob; over: AbortController }

type SavedPhoto = { url: string; thumbnail: string }

type Options = {
  /** The path of the call under `/api`. */
  path: string
  max: number
  /** Photos that were sent earlier; they come first. */
  saved?: SavedPhoto[] | undefined
}

/** The photos of one form, each scaled down and uploaded when it is chosen. */
export function usePhotoUploads({ path, max, saved = [] }: Options) {
  const [added, setAdded] = useState<UploadedPhoto[]>([])
  const [removedIds, setRemovedIds] = useState<string[]>([])
  const sentBefore = saved.map(({ url, thumbnail }) => ({
    id: url,
    preview: thumbnail,
    state: 'sent' as const,
    part: 1,
    url,
  }))
  const kept = sentBefore.filter(({ id }) => !removedIds.includes(id))
  const photos: UploadedPhoto[] = [...kept, ...added]
  const held = useRef(new Map<string, Upload>())
  const previews = useRef<string[]>([])
  useEffect(() => {
    const all = held.current
    const shown = previews.current
    return () => {
      for (const { over } of all.values()) over.abort()
      for (const preview of shown) URL.revokeObjectURL(preview)
    }
  }, [])

  const change = (id: string, to: Partial<UploadedPhoto>) =>
    setAdded((before) => before.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)))

  async function upload(id: string, file: Blob) {
    const over = new AbortController()
    held.current.set(id, { file, over })
    change(id, { state: 'sending', part: 0 })
    try {
      const { shrinkPhoto, uploadPhoto } = await import('./uploadPhoto.ts')
      const picture = await shrinkPhoto(file)
      const onPart = (part: number) => change(id, { part })
      const url = await uploadPhoto(picture, { path, onPart, signal: over.signal })
      change(id, { state: 'sent', part: 1, url })
    } catch (error) {
      const problem = error instanceof ApiError ? error.msg : undefined
      if (!over.signal.aborted) change(id, { state: 'failed', problem })
    }
  }

  return {
    photos,
    isUploading: photos.some(({ state }) => state === 'sending'),
    hasFailed: photos.some(({ state }) => state === 'failed'),
    urls: photos.flatMap(({ url }) => url ?? []),
    /** Adds photos, up to the maximum; the rest is left out. */
    add: (files: Blob[]) => {
      for (const file of files.slice(0, max - photos.length)) {
        const id = crypto.randomUUID()
        const preview = URL.createObjectURL(file)
        previews.current.push(preview)
        setAdded((before) => [...before, { id, preview, state: 'sending', part: 0 }])
        void upload(id, file)
      }
    },
    retry: (id: string) => {
      const file = held.current.get(id)?.file
      if (file) void upload(id, file)
    },
    remove: (id: string) => {
      held.current.get(id)?.over.abort()
      held.current.delete(id)
      setAdded((before) => before.filter((photo) => photo.id !== id))
      setRemovedIds((before) => [...before, id])
    },
    /** Starts again with the saved photos. */
    clear: () => {
      for (const { over } of held.current.values()) over.abort()
      held.current.clear()
      setAdded([])
      setRemovedIds([])
    },
  }
}
