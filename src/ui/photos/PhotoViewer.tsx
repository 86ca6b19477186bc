import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

import { largestPhoto } from '#contract/catalogue/photos.ts'
import { CarouselDots, useSnapCarousel } from '#ui/media/Carousel.tsx'
import { IconButton } from '#ui/forms/Button.tsx'
import { useLayer } from '#ui/overlays/useLayer.ts'
import styles from './PhotoViewer.module.css'
import { usePhotoTaps, usePhotoZoom, usePinch, zoomIn, zoomOut } from './photoZoom.ts'

type Props = { name: string; photos: string[]; startAt: number; onClose: () => void }

/** Distance in px that an arrow key moves a zoomed photo. */
const panPx = 120
const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Full-screen photos: arrow keys and swipes change the photo; pinch, taps, + and - zoom. */
export function PhotoViewer({ name, photos, startAt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayer(onClose)
  // After opening, because closed dialogs have no width.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (opened && !opened.open) opened.showModal()
    return () => opened?.close()
  }, [])
  const { ref, index, onScroll, jump } = useSnapCarousel(startAt)
  const zoom = usePhotoZoom(() => (ref.current?.children[index] as HTMLElement | undefined) ?? null)
  usePinch(ref, zoom)
  const taps = usePhotoTaps(zoom)

  function show(target: number) {
    zoom.zoomTo(1)
    jump(Math.min(Math.max(target, 0), photos.length - 1))
  }
  const turn = (step: number) => show(index + step)

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const step = steps[key]
    // A zoomed photo is moved first; at its edge the next photo is shown.
    if (step) {
      if (!zoom.pan(step.x * panPx, step.y * panPx) && step.x) turn(step.x)
    } else if (key === '+' || key === '=') zoom.zoomTo(zoomIn(zoom.zoomNow()))
    else if (key === '-') zoom.zoomTo(zoomOut(zoom.zoomNow()))
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={`Photos of ${name}`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.strip} ref={ref} onScroll={onScroll}>
        {photos.map((photo, position) => {
          const isLarge = zoom.isZoomed && position === index
          return (
            <div key={photo} className={styles.frame}>
              <button
                type="button"
                className={styles.photo}
                data-zoomed={isLarge || undefined}
                tabIndex={position === index ? undefined : -1}
                aria-label={isLarge ? 'Zoom out' : 'Zoom in'}
                {...taps}
              >
                <img
                  src={largestPhoto(photo)}
                  loading="lazy"
                  draggable={false}
                  alt={`${name}, photo ${position + 1} of ${photos.length}`}
                />
              </button>
            </div>
          )
        })}
      </div>
      <div className={styles.close}>
        <IconButton icon="close" label="Close" isOnImage onClick={onClose} />
      </div>
      {photos.length > 1 && (
        <div className={styles.turns}>
          <IconButton
            icon="back"
            label="Previous photo"
            isOnImage
            disabled={index === 0}
            onClick={() => turn(-1)}
          />
          <div className={styles.dots}>
            <CarouselDots count={photos.length} index={index} itemName="Photo" onChoose={show} />
          </div>
          <span className={styles.next}>
            <IconButton
              icon="back"
              label="Next photo"
              isOnImage
              disabled={index === photos.length - 1}
              onClick={() => turn(1)}
            />
          </span>
        </div>
      )}
    </dialog>
  )
}
