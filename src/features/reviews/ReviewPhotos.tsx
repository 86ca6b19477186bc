import { type ComponentProps, useState } from 'react'

import type { ReviewPhoto } from '#contract/catalogue/review.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './ReviewPhotos.module.css'

/** `isPending` is set in the author's own review only. */
type Photo = ReviewPhoto & { isPending?: boolean }
type Props = { photos: Photo[]; firstName: string }

const loadViewer = () => import('#ui/photos/PhotoViewer.tsx')

/** The photos of a review as thumbnails, which open full screen. */
export function ReviewPhotos({ photos, firstName }: Props) {
  const [opened, setOpened] = useState<number>()
  const name = `${firstName}’s review`
  const pendingCount = photos.filter(({ isPending }) => isPending).length

  return (
    <>
      <ul className={styles.photos}>
        {photos.map(({ url, thumbnail, isPending }, place) => (
          <li key={url}>
            <button
              type="button"
              className={styles.photo}
              aria-haspopup="dialog"
              aria-label={`Photo ${place + 1} of ${name}${isPending ? ', not shown to others yet' : ''}`}
              onClick={() => setOpened(place)}
            >
              <img src={thumbnail} alt="" width={72} height={72} loading="lazy" />
              {isPending && (
                <span className={styles.pending}>
                  <Icon name="clock" size="xs" />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {pendingCount > 0 && (
        <p className={styles.note}>
          <Icon name="clock" size="s" />
          Shown after we’ve checked {pendingCount === 1 ? 'it' : 'them'}
        </p>
      )}
      {opened !== undefined && (
        <Viewer
          name={name}
          photos={photos.map(({ url }) => url)}
          startAt={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

type ViewerProps = ComponentProps<Awaited<ReturnType<typeof loadViewer>>['PhotoViewer']>

function Viewer(props: ViewerProps) {
  const { module, ...state } = useDeferredImport(loadViewer)
  return module ? (
    <module.PhotoViewer {...props} />
  ) : (
    <LoadingDialog title={props.name} onClose={props.onClose} {...state} />
  )
}
