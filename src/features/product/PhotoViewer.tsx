import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

import { largestOf } from '#contract/photoFiles.ts'
import { Dots } from '#ui/Dots.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { useSnapStrip } from '#ui/useSnapStrip.ts'
import styles from './PhotoViewer.module.css'

type Props = { name: string; photos: string[]; startAt: number; onClose: () => void }

/** The photos over the whole screen: arrows and swipes go on, a tap or + and - zoom. */
export function PhotoViewer({ name, photos, startAt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the strip goes to its place: only what is open has a width.
  useLayoutEffect(() => {
    const opened = dialog.current
    if (opened && !opened.open) opened.showModal()
    return () => opened?.close()
  }, [])
  const { ref, index, onScroll, jump } = useSnapStrip(startAt)
  const [isZoomed, setIsZoomed] = useState(false)

  function turn(step: number) {
    setIsZoomed(false)
    jump(Math.min(Math.max(index + step, 0), photos.length - 1))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') turn(1)
    else if (event.key === 'ArrowLeft') turn(-1)
    else if (event.key === '+' || event.key === '=') setIsZoomed(true)
    else if (event.key === '-') setIsZoomed(false)
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
        {photos.map((photo, place) => {
          const isLarge = isZoomed && place === index
          return (
            <div key={photo} className={styles.frame}>
              <button
                type="button"
                className={styles.photo}
                data-zoomed={isLarge || undefined}
                tabIndex={place === index ? undefined : -1}
                aria-label={isLarge ? 'Zoom out' : 'Zoom in'}
                onClick={() => setIsZoomed(!isLarge)}
              >
                <img
                  src={largestOf(photo)}
                  alt={`${name}, photo ${place + 1} of ${photos.length}`}
                />
              </button>
            </div>
          )
        })}
      </div>
      <div className={styles.close}>
        <IconButton icon="close" label="Close" isOnPicture onClick={onClose} />
      </div>
      <div className={styles.turns}>
        <IconButton
          icon="back"
          label="Previous photo"
          isOnPicture
          disabled={index === 0}
          onClick={() => turn(-1)}
        />
        <Dots count={photos.length} index={index} noun="Photo" onChoose={jump} />
        <span className={styles.next}>
          <IconButton
            icon="back"
            label="Next photo"
            isOnPicture
            disabled={index === photos.length - 1}
            onClick={() => turn(1)}
          />
        </span>
      </div>
    </dialog>
  )
}
