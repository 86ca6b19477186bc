import { type MouseEvent, type PointerEvent, useRef } from 'react'

import type { PhotoZoom, Place } from './usePhotoZoom.ts'

/** Two taps that are one: the second does not undo what the first has done. */
const doubleTapMs = 350
/** A mouse that moves farther while its button is down drags the photo, and does not click. */
const stillPx = 4
const tappedZoom = 2.5

/** A tap or a double tap zooms in where it is, another out again; a mouse drags what is zoomed. */
export function usePhotoTaps({ isZoomed, zoomTo, pan }: PhotoZoom) {
  const tappedAt = useRef(-doubleTapMs)
  const dragged = useRef<Place & { far: number }>(null)

  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      dragged.current = pointerType === 'mouse' ? { x, y, far: 0 } : null
    },
    onPointerMove: ({ buttons, clientX: x, clientY: y }: PointerEvent) => {
      const from = dragged.current
      if (!from || buttons === 0 || !isZoomed) return
      const step = { x: from.x - x, y: from.y - y }
      pan(step.x, step.y)
      dragged.current = { x, y, far: from.far + Math.hypot(step.x, step.y) }
    },
    onClick: ({ detail, timeStamp, clientX: x, clientY: y }: MouseEvent) => {
      const wasDragged = (dragged.current?.far ?? 0) > stillPx
      const isSecond = timeStamp - tappedAt.current < doubleTapMs
      dragged.current = null
      if (wasDragged) return
      // By keys it is at no place, and never twice.
      const isByKeys = detail === 0
      if (isSecond && !isByKeys) return
      tappedAt.current = timeStamp
      zoomTo(isZoomed ? 1 : tappedZoom, isByKeys ? undefined : { x, y })
    },
  }
}
