import { IconButton } from '#ui/IconButton.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { TextButton } from '#ui/TextButton.tsx'
import styles from './PhotoTile.module.css'
import type { Photo } from './usePhotos.ts'

type Props = { photo: Photo; name: string; onRetry: () => void; onRemove: () => void }

/** One picture, and how far it has come. */
export function PhotoTile({ photo, name, onRetry, onRemove }: Props) {
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
          <Spoken>{name} sent</Spoken>
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
