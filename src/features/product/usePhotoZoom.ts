import { useState } from 'react'

import { scrollOf, withinZoom } from './photoZoom.ts'

/** A place of the window, in pixels from its corner. */
export type Place = { x: number; y: number }

export type PhotoZoom = {
  isZoomed: boolean
  zoomNow: () => number
  /** What was held at one place is at the other after it. */
  zoomTo: (zoom: number, at?: Place, from?: Place) => void
  /** Moves the window over the photo; false where there is no more to see on that side. */
  pan: (x: number, y: number) => boolean
}

const property = '--zoom'

/**
 * The size of the photo in a frame that scrolls. It is written to the frame itself, as fingers move
 * faster than a page is drawn anew; only whether it is zoomed at all is the page's affair.
 */
export function usePhotoZoom(frame: () => HTMLElement | null): PhotoZoom {
  const [isZoomed, setIsZoomed] = useState(false)
  const zoomNow = () => Number(frame()?.style.getPropertyValue(property) || 1)

  return {
    isZoomed,
    zoomNow,
    zoomTo: (wanted, at, from) => {
      const shown = frame()
      if (!shown) return
      const zoom = withinZoom(wanted)
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = shown
      const to = at ?? { x: clientWidth / 2, y: clientHeight / 2 }
      const held = from ?? to
      const before = zoomNow()
      shown.style.setProperty(property, String(zoom))
      const along = (scroll: number, axis: 'x' | 'y') =>
        scrollOf(scroll, { zoom: before, place: held[axis] }, { zoom, place: to[axis] })
      shown.scrollLeft = along(scrollLeft, 'x')
      shown.scrollTop = along(scrollTop, 'y')
      setIsZoomed(zoom > 1)
    },
    pan: (x, y) => {
      const shown = frame()
      if (!shown || zoomNow() === 1) return false
      const { scrollLeft, scrollTop } = shown
      shown.scrollLeft += x
      shown.scrollTop += y
      return shown.scrollLeft !== scrollLeft || shown.scrollTop !== scrollTop
    },
  }
}
