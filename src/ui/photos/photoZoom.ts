import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

/** The zoom levels of + and -, relative to the size that fits the window. */
const zoomLevels = [1, 2.5, 4] as const

const [smallest] = zoomLevels
const largest = 4
/** A smaller zoom counts as an unintended movement. */
const minZoom = 1.1

export const clampZoom = (zoom: number) => Math.min(Math.max(zoom, smallest), largest)

/** The zoom level after a pinch. */
export const snapZoom = (zoom: number) => (zoom < minZoom ? smallest : clampZoom(zoom))

export const zoomIn = (zoom: number) => zoomLevels.find((level) => level > zoom) ?? largest
export const zoomOut = (zoom: number) => zoomLevels.findLast((level) => level < zoom) ?? smallest

/** The point of the photo that is at `anchorPx` in the window, along one axis, at this zoom. */
type ZoomAnchor = { zoom: number; anchorPx: number }

/** The scroll position that moves a point of the photo to a place in the window. */
export const scrollOf = (scroll: number, from: ZoomAnchor, to: ZoomAnchor) =>
  Math.max(((scroll + from.anchorPx) * to.zoom) / from.zoom - to.anchorPx, 0)

/** A point in the window, in pixels from its corner. */
type WindowPoint = { x: number; y: number }

type PhotoZoom = {
  isZoomed: boolean
  zoomNow: () => number
  /** Keeps the held point under the fingers. */
  zoomTo: (zoom: number, at?: WindowPoint, from?: WindowPoint) => void
  /** Scrolls a zoomed photo; false at its edge. */
  pan: (x: number, y: number) => boolean
}

const property = '--zoom'

/**
 * The zoom of the photo in a scrolling frame. It is written to the element itself, because React
 * would be slower than the fingers; React only knows whether it is zoomed.
 */
export function usePhotoZoom(frame: () => HTMLElement | null): PhotoZoom {
  const [isZoomed, setIsZoomed] = useState(false)
  const zoomNow = () => Number(frame()?.style.getPropertyValue(property) || 1)

  return {
    isZoomed,
    zoomNow,
    zoomTo: (target, at, from) => {
      const shown = frame()
      if (!shown) return
      const zoom = clampZoom(target)
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = shown
      const to = at ?? { x: clientWidth / 2, y: clientHeight / 2 }
      const start = from ?? to
      const before = zoomNow()
      shown.style.setProperty(property, String(zoom))
      const along = (scroll: number, axis: 'x' | 'y') =>
        scrollOf(scroll, { zoom: before, anchorPx: start[axis] }, { zoom, anchorPx: to[axis] })
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

/** Zoom factor per wheel step or touchpad movement. */
const wheelZoomStep = 0.01

/**
 * Pinch on the screen or touchpad. The listeners are added without React, whose listeners are
 * passive and cannot prevent the browser's own zoom.
 */
export function usePinch(strip: RefObject<HTMLElement | null>, zoom: PhotoZoom): void {
  const zoomNow = useEffectEvent(zoom.zoomNow)
  const zoomTo = useEffectEvent(zoom.zoomTo)

  useEffect(() => {
    const area = strip.current
    if (!area) return
    let start: { zoom: number; distance: number } | undefined
    let anchor: WindowPoint = { x: 0, y: 0 }

    const onStart = ({ touches }: TouchEvent) => {
      const fingers = fingersOf(touches)
      start = fingers && { zoom: zoomNow(), distance: fingers.distance }
      if (fingers) anchor = fingers.middle
    }
    const onMove = (event: TouchEvent) => {
      const fingers = fingersOf(event.touches)
      if (!fingers || !start) return
      // A scroll that has started cannot be cancelled.
      if (event.cancelable) event.preventDefault()
      zoomTo((start.zoom * fingers.distance) / start.distance, fingers.middle, anchor)
      anchor = fingers.middle
    }
    const onEnd = () => {
      if (start) zoomTo(snapZoom(zoomNow()), anchor)
      start = undefined
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      zoomTo(zoomNow() * Math.exp(-event.deltaY * wheelZoomStep), at)
    }
    const listening = new AbortController()
    const options = { passive: false, signal: listening.signal }
    area.addEventListener('touchstart', onStart, options)
    area.addEventListener('touchmove', onMove, options)
    area.addEventListener('touchend', onEnd, options)
    area.addEventListener('touchcancel', onEnd, options)
    area.addEventListener('wheel', onWheel, options)
    return () => listening.abort()
  }, [strip])
}

/** Distance and centre of two fingers. */
function fingersOf(touches: TouchList): { distance: number; middle: WindowPoint } | undefined {
  const [first, second] = touches
  if (!first || !second) return undefined
  const [x, y] = [first.clientX - second.clientX, first.clientY - second.clientY]
  return {
    distance: Math.max(Math.hypot(x, y), 1),
    middle: { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 },
  }
}

/** Time of a double tap: the second tap does not undo the first. */
const doubleTapMs = 350
/** A mouse that moves farther with the button down drags the photo instead of clicking. */
const stillPx = 4
const tappedZoom = 2.5

/** A tap or double tap zooms in at its position, another one out; a mouse drags a zoomed photo. */
export function usePhotoTaps({ isZoomed, zoomTo, pan }: PhotoZoom) {
  const tappedAt = useRef(-doubleTapMs)
  const dragged = useRef<WindowPoint & { distance: number }>(null)

  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      dragged.current = pointerType === 'mouse' ? { x, y, distance: 0 } : null
    },
    onPointerMove: ({ buttons, clientX: x, clientY: y }: PointerEvent) => {
      const from = dragged.current
      if (!from || buttons === 0 || !isZoomed) return
      const step = { x: from.x - x, y: from.y - y }
      pan(step.x, step.y)
      dragged.current = { x, y, distance: from.distance + Math.hypot(step.x, step.y) }
    },
    onClick: ({ detail, timeStamp, clientX: x, clientY: y }: MouseEvent) => {
      const wasDragged = (dragged.current?.distance ?? 0) > stillPx
      const isSecond = timeStamp - tappedAt.current < doubleTapMs
      dragged.current = null
      if (wasDragged) return
      // Keyboard clicks have no position and are never double.
      const isByKeys = detail === 0
      if (isSecond && !isByKeys) return
      tappedAt.current = timeStamp
      zoomTo(isZoomed ? 1 : tappedZoom, isByKeys ? undefined : { x, y })
    },
  }
}
