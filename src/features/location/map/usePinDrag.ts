import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

import type { Point } from '#contract/location.ts'
import { onSheet, pointAt } from './mercator.ts'

type Shift = { dx: number; dy: number }
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

/**
 * The pin is moved by itself, by pulling the map from under it, or by the arrow keys. The point is
 * told when it is let go; until then only `shift` says how far the pin is from it, in pixels.
 */
export function usePinDrag(point: Point, onMove: (point: Point) => void) {
  const grip = useRef<Grip>(undefined)
  const [shift, setShift] = useState(still)
  const [what, setWhat] = useState<Grip['what']>('pin')

  function letGo() {
    grip.current = undefined
    setShift(still)
    if (Math.hypot(shift.dx, shift.dy) < slackPx) return
    const { x, y } = onSheet(point)
    onMove(pointAt({ x: x + shift.dx, y: y + shift.dy }))
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
