import { type RefObject, useEffect, useEffectEvent } from 'react'

import { restingZoom } from './photoZoom.ts'
import type { PhotoZoom, Place } from './usePhotoZoom.ts'

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
