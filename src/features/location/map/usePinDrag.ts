import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import type { Point } from '#contract/location.ts'
import { toPixel, toPoint } from './mercator.ts'

type Shift = { dx: number; dy: number }
type Options = {
  point: Point
  zoom: number
  onMove: (point: Point) => void
  onZoom: (by: 1 | -1) => void
}
type Grip = { what: 'pin' | 'map'; fromX: number; fromY: number }

const still: Shift = { dx: 0, dy: 0 }
/** A finger is never quite still. */
const slackPx = 4
const stepPx = 24
const arrows: Record<string, Shift> = {
  ArrowUp: { dx: 0, dy: -stepPx },
  ArrowDown: { dx: 0, dy: stepPx },
  ArrowLeft: { dx: -stepPx, dy: 0 },
  ArrowRight: { dx: stepPx, dy: 0 },
}

const zoomKeys: Record<string, 1 | -1> = { '+': 1, '=': 1, '-': -1 }

/**
 * Moves the pin by dragging it, by dragging the map under it, or with the arrow keys; plus and minus
 * zoom. `onMove` is called on release; until then `shift` is the distance dragged, in pixels.
 */
export function usePinDrag({ point, zoom, onMove, onZoom }: Options) {
  const grip = useRef<Grip>(undefined)
  const [shift, setShift] = useState(still)
  const [what, setWhat] = useState<Grip['what']>('pin')

  function letGo() {
    grip.current = undefined
    setShift(still)
    if (Math.hypot(shift.dx, shift.dy) < slackPx) return
    const { x, y } = toPixel(point, zoom)
    onMove(toPoint({ x: x + shift.dx, y: y + shift.dy }, zoom))
  }

  return {
    shift,
    isMapPulled: what === 'map',
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const isOnPin = (event.target as Element).closest('[data-pin]') !== null
        grip.current = { what: isOnPin ? 'pin' : 'map', fromX: event.clientX, fromY: event.clientY }
        setWhat(grip.current.what)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!grip.current) return
        const sign = grip.current.what === 'pin' ? 1 : -1
        setShift({
          dx: sign * (clientX - grip.current.fromX),
          dy: sign * (clientY - grip.current.fromY),
        })
      },
      onPointerUp: letGo,
      onPointerCancel: () => {
        grip.current = undefined
        setShift(still)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const zoomStep = zoomKeys[event.key]
        if (zoomStep) onZoom(zoomStep)
        const step = arrows[event.key]
        if (!step) return
        event.preventDefault()
        setWhat('pin')
        setShift(({ dx, dy }) => ({ dx: dx + step.dx, dy: dy + step.dy }))
      },
      onKeyUp: ({ key }: KeyboardEvent) => {
        if (arrows[key]) letGo()
      },
    },
  }
}
