import { useEffect, useRef, useState } from 'react'

import { ApiError } from './apiError.ts'

/** A photo that is being uploaded. */
type PhotoUpload = {
  id: string
  /** Local preview URL. */
  preview: string
  state: 'sending' | 'sent' | 'failed'
  /** Upload progress, 0 to 1. */
  progress: number
  /** URL on the server. */
  url?: string
  /** The error, if known. */
  problem?: string | undefined
}

type RunningUpload = { file: Blob; controller: AbortController }

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
  const [added, setAdded] = useState<PhotoUpload[]>([])
  const [removedIds, setRemovedIds] = useState<string[]>([])
  const sentBefore = saved.map(({ url, thumbnail }) => ({
    id: url,
    preview: thumbnail,
    state: 'sent' as const,
    progress: 1,
    url,
  }))
  const remaining = sentBefore.filter(({ id }) => !removedIds.includes(id))
  const photos: PhotoUpload[] = [...remaining, ...added]
  const uploads = useRef(new Map<string, RunningUpload>())
  const previews = useRef<string[]>([])
  useEffect(() => {
    const all = uploads.current
    const shown = previews.current
    return () => {
      for (const { controller } of all.values()) controller.abort()
      for (const preview of shown) URL.revokeObjectURL(preview)
    }
  }, [])

  const change = (id: string, to: Partial<PhotoUpload>) =>
    setAdded((before) => before.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)))

  async function upload(id: string, file: Blob) {
    const controller = new AbortController()
    uploads.current.set(id, { file, controller })
    change(id, { state: 'sending', progress: 0 })
    try {
      const { shrinkUpload, uploadPhoto } = await import('./uploadPhoto.ts')
      const photo = await shrinkUpload(file)
      const onProgress = (progress: number) => change(id, { progress })
      const url = await uploadPhoto(photo, { path, onProgress, signal: controller.signal })
      change(id, { state: 'sent', progress: 1, url })
    } catch (error) {
      const problem = error instanceof ApiError ? error.msg : undefined
      if (!controller.signal.aborted) change(id, { state: 'failed', problem })
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
        setAdded((before) => [...before, { id, preview, state: 'sending', progress: 0 }])
        void upload(id, file)
      }
    },
    retry: (id: string) => {
      const file = uploads.current.get(id)?.file
      if (file) void upload(id, file)
    },
    remove: (id: string) => {
      uploads.current.get(id)?.controller.abort()
      uploads.current.delete(id)
      setAdded((before) => before.filter((photo) => photo.id !== id))
      setRemovedIds((before) => [...before, id])
    },
    /** Starts again with the saved photos. */
    clear: () => {
      for (const { controller } of uploads.current.values()) controller.abort()
      uploads.current.clear()
      setAdded([])
      setRemovedIds([])
    },
  }
}
