import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

/** How large a photo can be looked at, of its size in the window: what + and - go through. */
const zoomLevels = [1, 2.5, 4] as const

const [smallest] = zoomLevels
const largest = 4
/** Less than that is no zoom, but a hand that let go a little too late. */
const least = 1.1

export const clampZoom = (zoom: number) => Math.min(Math.max(zoom, smallest), largest)

/** Where a pinch comes to rest. */
export const restingZoom = (zoom: number) => (zoom < least ? smallest : clampZoom(zoom))

export const zoomIn = (zoom: number) => zoomLevels.find((level) => level > zoom) ?? largest
export const zoomOut = (zoom: number) => zoomLevels.findLast((level) => level < zoom) ?? smallest

/** What is at `place` of the window, when the photo is so many times as large as the window. */
export type Hold = { zoom: number; place: number }

/** How far to scroll so that what was held at one place of the window is at the other, zoomed. */
export const scrollOf = (scroll: number, from: Hold, to: Hold) =>
  Math.max(((scroll + from.place) * to.zoom) / from.zoom - to.place, 0)

/** A place of the window, in pixels from its corner. */
type Place = { x: number; y: number }

type PhotoZoom = {
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
      const zoom = clampZoom(wanted)
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

/** By how much a photo grows with one turn of a wheel, or two fingers on a touchpad. */
const wheelPart = 0.01

/**
 * Two fingers on the glass or on a touchpad. Listened to without React, whose listeners may not keep
 * the browser from zooming the whole page instead.
 */
export function usePinch(strip: RefObject<HTMLElement | null>, zoom: PhotoZoom): void {
  const zoomNow = useEffectEvent(zoom.zoomNow)
  const zoomTo = useEffectEvent(zoom.zoomTo)

  useEffect(() => {
    const area = strip.current
    if (!area) return
    let start: { zoom: number; distance: number } | undefined
    let held: Place = { x: 0, y: 0 }

    const onStart = ({ touches }: TouchEvent) => {
      const fingers = fingersOf(touches)
      start = fingers && { zoom: zoomNow(), distance: fingers.distance }
      if (fingers) held = fingers.middle
    }
    const onMove = (event: TouchEvent) => {
      const fingers = fingersOf(event.touches)
      if (!fingers || !start) return
      // A scroll that is under way already cannot be held up.
      if (event.cancelable) event.preventDefault()
      zoomTo((start.zoom * fingers.distance) / start.distance, fingers.middle, held)
      held = fingers.middle
    }
    const onEnd = () => {
      if (start) zoomTo(restingZoom(zoomNow()), held)
      start = undefined
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      zoomTo(zoomNow() * Math.exp(-event.deltaY * wheelPart), at)
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

/** How far two fingers are apart, and what lies between them. */
function fingersOf(touches: TouchList): { distance: number; middle: Place } | undefined {
  const [one, other] = touches
  if (!one || !other) return undefined
  const [x, y] = [one.clientX - other.clientX, one.clientY - other.clientY]
  return {
    distance: Math.max(Math.hypot(x, y), 1),
    middle: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
  }
}

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
