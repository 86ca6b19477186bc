import { useId } from 'react'

import { IconButton, TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './PhotoPicker.module.css'

/** A photo that is being uploaded. */
export type PickedPhoto = {
  id: string
  /** Local preview URL. */
  preview: string
  state: 'sending' | 'sent' | 'failed'
  /** Upload progress, 0 to 1. */
  part: number
  /** The error, if known. */
  problem?: string | undefined
}

type Props = {
  photos: PickedPhoto[]
  max: number
  onAdd: (files: File[]) => void
  onRetry: (id: string) => void
  onRemove: (id: string) => void
  error: string | undefined
}

/** Optional photos for a form, from the camera or the device. */
export function PhotoPicker({ photos, max, onAdd, onRetry, onRemove, error }: Props) {
  const titleId = useId()
  const ways = [
    { text: 'Take a photo', icon: 'camera', isCamera: true },
    { text: 'Choose photos', icon: 'plus', isCamera: false },
  ]
  return (
    <section className={styles.photos} aria-labelledby={titleId}>
      <h3 className={styles.title} id={titleId}>
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

type PhotoTileProps = {
  photo: PickedPhoto
  name: string
  onRetry: () => void
  onRemove: () => void
}

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
