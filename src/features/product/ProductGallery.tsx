import { lazy, Suspense, useState } from 'react'

import { photoSizes } from '#contract/photoFiles.ts'
import { savesData } from '#platform/savesData.ts'
import { tellFailure } from '#platform/tell.ts'
import { Dots } from '#ui/Dots.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { OpeningLayer } from '#ui/useLayer.ts'
import { ProductPicture } from '#ui/ProductPicture.tsx'
import { useSnapStrip } from '#ui/useSnapStrip.ts'
import styles from './ProductGallery.module.css'

const loadViewer = () => import('./PhotoViewer.tsx')
const PhotoViewer = lazy(() => loadViewer().then((module) => ({ default: module.PhotoViewer })))
/** The finger is down: the viewer comes while it rises. A failure is told when it is opened. */
const prepare = () => void (savesData() || loadViewer().catch(() => undefined))

const couldNotOpen = tellFailure('The photo could not be opened. Please try again.')

type Props = { name: string; photos: string[]; tint: number; isSoldOut: boolean }

/** The photos of a product: a strip under the thumb, two columns on a desktop. */
export function ProductGallery({ name, photos, tint, isSoldOut }: Props) {
  const { ref, index, onScroll, show } = useSnapStrip()
  const [opened, setOpened] = useState<number | null>(null)
  const open = (place: number) => loadViewer().then(() => setOpened(place), couldNotOpen)
  const pictures = photos.length > 0 ? photos : [undefined]

  return (
    <div className={styles.gallery} onPointerDown={prepare}>
      <div className={styles.strip} ref={ref} onScroll={onScroll}>
        {pictures.map((photo, place) => (
          <button
            key={photo ?? place}
            type="button"
            className={styles.photo}
            aria-haspopup="dialog"
            onClick={() => void open(place)}
          >
            <ProductPicture
              src={photo}
              tint={tint}
              alt={`${name}, photo ${place + 1} of ${pictures.length}`}
              sizes={photoSizes.page}
              isFirst={place === 0}
            />
          </button>
        ))}
      </div>
      {isSoldOut && <span className={styles.soldOut}>Sold Out</span>}
      <div className={styles.dots}>
        <Dots count={pictures.length} index={index} noun="Photo" onChoose={show} />
      </div>
      <div className={styles.zoom}>
        <IconButton icon="zoom" label="Zoom" isOnPicture onClick={() => void open(index)} />
      </div>
      {opened !== null && (
        <Suspense fallback={<OpeningLayer />}>
          <PhotoViewer
            name={name}
            photos={photos}
            startAt={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
