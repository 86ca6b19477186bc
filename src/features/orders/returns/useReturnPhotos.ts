import { useEffect, useRef, useState } from 'react'

import { rules } from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'

/** A picture of what is wrong, on its way to the store. */
export type Photo = {
  id: string
  /** How it shows here. */
  preview: string
  state: 'sending' | 'sent' | 'failed'
  /** How much of it is sent, 0 to 1. */
  part: number
  /** Where the store keeps it. */
  url?: string
  /** Why it was not sent, where that is known. */
  problem?: string | undefined
}

type Held = { file: Blob; over: AbortController }

/** The pictures of one request: each is made small and sent as soon as it is chosen. */
export function useReturnPhotos() {
  const [photos, setPhotos] = useState<Photo[]>([])
  const held = useRef(new Map<string, Held>())
  const previews = useRef<string[]>([])
  useEffect(() => {
    const all = held.current
    const shown = previews.current
    return () => {
      for (const { over } of all.values()) over.abort()
      for (const preview of shown) URL.revokeObjectURL(preview)
    }
  }, [])

  const change = (id: string, to: Partial<Photo>) =>
    setPhotos((before) => before.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)))

  async function upload(id: string, file: Blob) {
    const over = new AbortController()
    held.current.set(id, { file, over })
    change(id, { state: 'sending', part: 0 })
    try {
      const [{ shrinkPhoto }, { uploadPhoto }] = await Promise.all([
        import('./shrinkPhoto.ts'),
        import('#platform/api/uploadPhoto.ts'),
      ])
      const picture = await shrinkPhoto(file)
      const onPart = (part: number) => change(id, { part })
      const url = await uploadPhoto(picture, { onPart, signal: over.signal })
      change(id, { state: 'sent', part: 1, url })
    } catch (error) {
      const problem = error instanceof ApiError ? error.msg : undefined
      if (!over.signal.aborted) change(id, { state: 'failed', problem })
    }
  }

  return {
    photos,
    /** As many as there is still room for. */
    add: (files: Blob[]) => {
      for (const file of files.slice(0, rules.returnPhotos.most - photos.length)) {
        const id = crypto.randomUUID()
        const preview = URL.createObjectURL(file)
        previews.current.push(preview)
        setPhotos((before) => [...before, { id, preview, state: 'sending', part: 0 }])
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
      setPhotos((before) => before.filter((photo) => photo.id !== id))
    },
  }
}
