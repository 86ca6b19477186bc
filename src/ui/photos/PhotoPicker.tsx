import { useId } from 'react'

import { IconButton, TextButton } from '#ui/forms/Button.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './PhotoPicker.module.css'

/** What the picker shows of a photo. */
type PickedPhoto = {
  id: string
  /** Local preview URL. */
  preview: string
  state: 'sending' | 'sent' | 'failed'
  /** Upload progress, 0 to 1. */
  progress: number
  /** The error, if known. */
  problem?: string | undefined
}

type Uploads = {
  photos: PickedPhoto[]
  hasFailed: boolean
  add: (files: File[]) => void
  retry: (id: string) => void
  remove: (id: string) => void
}

type Props = {
  uploads: Uploads
  max: number
  /** Whether the form was submitted: photos that failed are then an error. */
  isSubmitted: boolean
}

/** Optional photos for a form, from the camera or the device. */
export function PhotoPicker({ uploads, max, isSubmitted }: Props) {
  const { photos, hasFailed, add, retry, remove } = uploads
  const titleId = useId()
  const sources = [
    { text: 'Take a photo', icon: 'camera', isCamera: true },
    { text: 'Choose photos', icon: 'plus', isCamera: false },
  ]
  return (
    <section className={styles.photos} aria-labelledby={titleId}>
      <h3 className={styles.title} id={titleId}>
        Photos <span>{`optional, up to ${max}`}</span>
      </h3>
      {photos.length > 0 && (
        <ul className={styles.tiles}>
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <PhotoTile
                photo={photo}
                name={`Photo ${index + 1}`}
                onRetry={() => retry(photo.id)}
                onRemove={() => remove(photo.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {photos.length < max && (
        <div className={styles.sources}>
          {sources.map(({ text, icon, isCamera }) => (
            <label key={text} className={styles.source} data-camera={isCamera || undefined}>
              <input
                type="file"
                accept="image/*"
                multiple={!isCamera}
                capture={isCamera ? 'environment' : undefined}
                onChange={({ target }) => {
                  add([...(target.files ?? [])])
                  // Reset, so that a removed photo can be chosen again.
                  target.value = ''
                }}
              />
              <Icon name={icon} size="s" />
              <span>{text}</span>
            </label>
          ))}
        </div>
      )}
      {isSubmitted && hasFailed && (
        <p className={styles.error} role="alert">
          <Icon name="alert" size="s" />
          Some photos weren’t uploaded. Please try again or remove them.
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
  const { preview, state, progress } = photo
  return (
    <div className={styles.tile} data-state={state}>
      <img className={styles.image} src={preview} alt={name} width={88} height={88} />
      <span className={styles.remove}>
        <IconButton icon="close" label={`Remove ${name}`} isOnImage onClick={onRemove} />
      </span>
      {state === 'sending' && (
        <progress
          className={styles.progress}
          max={1}
          value={progress}
          aria-label={`Uploading ${name}`}
        />
      )}
      {state === 'sent' && (
        <span role="status">
          <VisuallyHidden>{`${name} uploaded`}</VisuallyHidden>
        </span>
      )}
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          <span>{photo.problem ?? 'Not uploaded'}</span>
          <TextButton onClick={onRetry} aria-label={`Upload ${name} again`}>
            Try again
          </TextButton>
        </p>
      )}
    </div>
  )
}
