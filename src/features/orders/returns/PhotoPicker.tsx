import { useEffect, useRef, useState } from 'react'

import { calls } from '#contract/api/calls.ts'
import * as rules from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { IconButton, TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './PhotoPicker.module.css'

type Props = {
  photos: Photo[]
  onAdd: (files: File[]) => void
  onRetry: (id: string) => void
  onRemove: (id: string) => void
  error: string | undefined
}

const { max } = rules.returnPhotos

/** Photos of the defect, from the camera or the device. */
export function PhotoPicker({ photos, onAdd, onRetry, onRemove, error }: Props) {
  const ways = [
    { text: 'Take a photo', icon: 'camera', isCamera: true },
    { text: 'Choose photos', icon: 'plus', isCamera: false },
  ]
  return (
    <section className={styles.photos} aria-labelledby="return-photos">
      <h3 className={styles.title} id="return-photos">
        Photos <span>optional, up to {max}</span>
      </h3>
      {photos.length > 0 && (
        <ul className={styles.tiles}>
          {photos.map((photo, place) => (
            <li key={photo.id}>
              <PhotoTile
                photo={photo}
                name={`Photo ${place + 1}`}
                onRetry={() => onRetry(photo.id)}
                onRemove={() => onRemove(photo.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {photos.length < max && (
        <div className={styles.ways}>
          {ways.map(({ text, icon, isCamera }) => (
            <label key={text} className={styles.way} data-camera={isCamera || undefined}>
              <input
                type="file"
                accept="image/*"
                multiple={!isCamera}
                capture={isCamera ? 'environment' : undefined}
                onChange={({ target }) => {
                  onAdd([...(target.files ?? [])])
                  // Reset, so that a removed photo can be chosen again.
                  target.value = ''
                }}
              />
              <Icon name={icon} size="s" />
              {text}
            </label>
          ))}
        </div>
      )}
      {error && (
        <p className={styles.error} role="alert">
          <Icon name="alert" size="s" />
          {error}
        </p>
      )}
    </section>
  )
}

type PhotoTileProps = { photo: Photo; name: string; onRetry: () => void; onRemove: () => void }

/** Shows a photo with its upload progress. */
function PhotoTile({ photo, name, onRetry, onRemove }: PhotoTileProps) {
  const { preview, state, part } = photo
  return (
    <div className={styles.tile} data-state={state}>
      <img className={styles.picture} src={preview} alt={name} width={88} height={88} />
      <span className={styles.remove}>
        <IconButton icon="close" label={`Remove ${name}`} isOnPicture onClick={onRemove} />
      </span>
      {state === 'sending' && (
        <progress className={styles.progress} max={1} value={part} aria-label={`Sending ${name}`} />
      )}
      {state === 'sent' && (
        <span role="status">
          <VisuallyHidden>{name} sent</VisuallyHidden>
        </span>
      )}
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          <span>{photo.problem ?? 'Not sent'}</span>
          <TextButton onClick={onRetry} aria-label={`Send ${name} again`}>
            Retry
          </TextButton>
        </p>
      )}
    </div>
  )
}

/** A photo that is being uploaded. */
type Photo = {
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

/** The photos of one request, each scaled down and uploaded when it is chosen. */
export function useReturnPhotos() {
  const [photos, setPhotos] = useState<Photo[]>([])
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

  const change = (id: string, to: Partial<Photo>) =>
    setPhotos((before) => before.map((photo) => (photo.id === id ? { ...photo, ...to } : photo)))

  async function upload(id: string, file: Blob) {
    const over = new AbortController()
    held.current.set(id, { file, over })
    change(id, { state: 'sending', part: 0 })
    try {
      const [{ shrinkPhoto }, { uploadPhoto }] = await Promise.all([
        import('#platform/api/uploadPhoto.ts'),
        import('#platform/api/uploadPhoto.ts'),
      ])
      const picture = await shrinkPhoto(file)
      const onPart = (part: number) => change(id, { part })
      const url = await uploadPhoto(picture, {
        path: calls.addReturnPhoto.path,
        onPart,
        signal: over.signal,
      })
      change(id, { state: 'sent', part: 1, url })
    } catch (error) {
      const problem = error instanceof ApiError ? error.msg : undefined
      if (!over.signal.aborted) change(id, { state: 'failed', problem })
    }
  }

  return {
    photos,
    /** Number of photos that can still be added. */
    add: (files: Blob[]) => {
      for (const file of files.slice(0, rules.returnPhotos.max - photos.length)) {
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
