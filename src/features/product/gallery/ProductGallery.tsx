import { type ComponentProps, useState } from 'react'

import { photoSizes } from '#contract/catalogue/photos.ts'
import { isDataReduced } from '#platform/connectivity/connectivityAtom.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { CarouselDots, useSnapCarousel } from '#ui/media/Carousel.tsx'
import { IconButton } from '#ui/forms/Button.tsx'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import styles from './ProductGallery.module.css'

const loadViewer = () => import('#ui/photos/PhotoViewer.tsx')
/** Imports the viewer on pointer down. A failure is reported when it is opened. */
const prepare = () => void (isDataReduced() || loadViewer().catch(() => undefined))

type Props = { name: string; photos: string[]; tint: number; isSoldOut: boolean }

/** The photos of a product: a carousel on phones, two columns on desktops. */
export function ProductGallery({ name, photos, tint, isSoldOut }: Props) {
  const { ref, index, onScroll, show } = useSnapCarousel()
  const [opened, setOpened] = useState<number | null>(null)
  const images = photos.length > 0 ? photos : [undefined]

  return (
    <div className={styles.gallery} onPointerDown={prepare}>
      <div className={styles.strip} ref={ref} onScroll={onScroll}>
        {images.map((photo, position) => (
          <button
            key={photo ?? position}
            type="button"
            className={styles.photo}
            aria-haspopup="dialog"
            onClick={() => setOpened(position)}
          >
            <ProductImage
              src={photo}
              tint={tint}
              alt={`${name}, photo ${position + 1} of ${images.length}`}
              sizes={photoSizes.page}
              isFirst={position === 0}
            />
          </button>
        ))}
      </div>
      {isSoldOut && <span className={styles.soldOut}>Sold Out</span>}
      <div className={styles.dots}>
        <CarouselDots count={images.length} index={index} itemName="Photo" onChoose={show} />
      </div>
      <div className={styles.zoom}>
        <IconButton icon="zoom" label="Zoom" isOnImage onClick={() => setOpened(index)} />
      </div>
      {opened !== null && (
        <Viewer name={name} photos={photos} startAt={opened} onClose={() => setOpened(null)} />
      )}
    </div>
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
