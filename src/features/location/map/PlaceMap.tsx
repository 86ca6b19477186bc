import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import useSWR from 'swr'

import type { MapPlace, Point } from '#contract/delivery/location.ts'
import * as rules from '#contract/rules.ts'
import { readPlacesAround } from '#features/location/places/locationApi.ts'
import { useGoogleSettings } from '#features/location/places/usePlaces.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { IconButton } from '#ui/forms/Button.tsx'
import {
  layOutPlaces,
  labelRadiusPx,
  scaleOf,
  metresPerPixel,
  toPixel,
  toPoint,
} from './mapDrawing.ts'
import styles from './PlaceMap.module.css'

type Props = { point: Point; onMove: (point: Point) => void }

const loadGoogleMap = () => import('#features/location/google/GoogleMap.tsx')

/** A map with a draggable marker: Google's if the store has a key and it works, else its own. */
export function PlaceMap(props: Props) {
  const settings = useGoogleSettings()
  const { module } = useDeferredImport(loadGoogleMap, settings !== undefined)
  if (!settings || !module) return <StoreMap {...props} />
  return <module.GoogleMap settings={settings} {...props} />
}

type StoreMapProps = { point: Point; onMove: (point: Point) => void }

const { zoom: firstZoom, minZoom, maxZoom, heightPx, maxDistanceKm } = rules.map
/** Neighbouring PIN codes differ in their last digits, so they get different tints. */
const tintCount = 4

/**
 * The store's own map: areas around the marker with their names, at several zoom levels. The marker stays
 * in the centre. The map works without names that cannot be read.
 */
function StoreMap({ point, onMove }: StoreMapProps) {
  const [zoom, setZoom] = useState<number>(firstZoom)
  const zoomBy = (step: 1 | -1) =>
    setZoom((before) => Math.min(maxZoom, Math.max(minZoom, before + step)))
  const { shift, isMapDragged, handlers } = useMarkerDrag({ point, zoom, onMove, onZoom: zoomBy })
  const places = usePlacesAround(point, zoom)
  const mapShift = isMapDragged ? shift : { dx: 0, dy: 0 }
  const markerShift = isMapDragged ? { dx: 0, dy: 0 } : shift
  const { ref, widthPx } = useWidth()
  const drawn = layOutPlaces(places, { middle: point, zoom, widthPx })
  const scale = scaleOf(point, zoom)

  return (
    <div className={styles.frame}>
      <div
        ref={ref}
        className={styles.map}
        role="application"
        aria-label="Map. Move the pin with the arrow keys, zoom with plus and minus."
        tabIndex={0}
        {...handlers}
      >
        <svg width="100%" height={heightPx} aria-hidden="true">
          <rect className={styles.ground} width="100%" height="100%" />
          <svg x="50%" y="50%" overflow="visible">
            <g transform={`translate(${mapShift.dx} ${mapShift.dy})`}>
              {drawn.map(({ name, postalCode, outline }) => (
                <polygon
                  key={name + outline}
                  className={styles.area}
                  data-tint={Number(postalCode) % tintCount}
                  points={outline}
                />
              ))}
              {drawn.map(({ name, postalCode, x, y, nameAt }) => (
                <g key={`${name} ${postalCode} ${x}`}>
                  <circle className={styles.dot} cx={x} cy={y} r="3" />
                  {nameAt && (
                    <text className={styles.name} x={nameAt.x} y={nameAt.y}>
                      {name}
                    </text>
                  )}
                </g>
              ))}
            </g>
            <g
              data-marker=""
              className={styles.marker}
              transform={`translate(${markerShift.dx} ${markerShift.dy})`}
            >
              <rect className={styles.hitArea} x="-28" y="-56" width="56" height="64" />
              <path d="M0 0c-10-11-15-19-15-26a15 15 0 0 1 30 0c0 7-5 15-15 26z" />
              <circle className={styles.hole} cx="0" cy="-26" r="6" />
            </g>
          </svg>
        </svg>
        <span className={styles.tip}>Drag to adjust</span>
        <span className={styles.scale} aria-hidden="true">
          <svg width={scale.widthPx} height="5">
            <path d={`M.5 0v4.5h${scale.widthPx - 1}V0`} />
          </svg>
          <span>{scale.text}</span>
        </span>
      </div>
      <div className={styles.zoom}>
        <IconButton
          icon="plus"
          label="Zoom in"
          isOnImage
          disabled={zoom === maxZoom}
          onClick={() => zoomBy(1)}
        />
        <IconButton
          icon="minus"
          label="Zoom out"
          isOnImage
          disabled={zoom === minZoom}
          onClick={() => zoomBy(-1)}
        />
      </div>
    </div>
  )
}

/** Width on the narrowest phone. */
const minWidthPx = 328

/** The width of the map, so that labels stay clear of its edges and controls. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(minWidthPx)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidthPx(element.clientWidth || minWidthPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, widthPx }
}

/** Place names around a point, read again once it has moved half a map away. */
function usePlacesAround(point: Point, zoom: number): MapPlace[] {
  const { x, y } = toPixel(point, zoom)
  const toGrid = (at: number) => Math.round(at / heightPx) * heightPx
  const middle = toPoint({ x: toGrid(x), y: toGrid(y) }, zoom)
  const reachKm = (metresPerPixel(middle, zoom) * labelRadiusPx) / 1000
  const km = Math.min(maxDistanceKm, reachKm).toFixed(2)
  const { data } = useSWR<MapPlace[], Error>(
    ['places around', middle.latitude.toFixed(5), middle.longitude.toFixed(5), km],
    () => readPlacesAround(middle, km),
    { keepPreviousData: true, revalidateOnFocus: false },
  )
  return data ?? []
}

type Shift = { dx: number; dy: number }
type Options = {
  point: Point
  zoom: number
  onMove: (point: Point) => void
  onZoom: (by: 1 | -1) => void
}
type Drag = { target: 'marker' | 'map'; fromX: number; fromY: number }

const noShift: Shift = { dx: 0, dy: 0 }
/** Movements below this are a tap. */
const tapTolerancePx = 4
const stepPx = 24
const arrows: Record<string, Shift> = {
  ArrowUp: { dx: 0, dy: -stepPx },
  ArrowDown: { dx: 0, dy: stepPx },
  ArrowLeft: { dx: -stepPx, dy: 0 },
  ArrowRight: { dx: stepPx, dy: 0 },
}

const zoomKeys: Record<string, 1 | -1> = { '+': 1, '=': 1, '-': -1 }

/**
 * Moves the marker by dragging it, by dragging the map under it, or with the arrow keys; plus and minus
 * zoom. `onMove` is called on release; until then `shift` is the distance dragged, in pixels.
 */
function useMarkerDrag({ point, zoom, onMove, onZoom }: Options) {
  const drag = useRef<Drag>(undefined)
  const [shift, setShift] = useState(noShift)
  const [target, setTarget] = useState<Drag['target']>('marker')

  function endDrag() {
    drag.current = undefined
    setShift(noShift)
    if (Math.hypot(shift.dx, shift.dy) < tapTolerancePx) return
    const { x, y } = toPixel(point, zoom)
    onMove(toPoint({ x: x + shift.dx, y: y + shift.dy }, zoom))
  }

  return {
    shift,
    isMapDragged: target === 'map',
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const isOnMarker = (event.target as Element).closest('[data-marker]') !== null
        drag.current = {
          target: isOnMarker ? 'marker' : 'map',
          fromX: event.clientX,
          fromY: event.clientY,
        }
        setTarget(drag.current.target)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!drag.current) return
        const sign = drag.current.target === 'marker' ? 1 : -1
        setShift({
          dx: sign * (clientX - drag.current.fromX),
          dy: sign * (clientY - drag.current.fromY),
        })
      },
      onPointerUp: endDrag,
      onPointerCancel: () => {
        drag.current = undefined
        setShift(noShift)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const zoomStep = zoomKeys[event.key]
        if (zoomStep) onZoom(zoomStep)
        const step = arrows[event.key]
        if (!step) return
        event.preventDefault()
        setTarget('marker')
        setShift(({ dx, dy }) => ({ dx: dx + step.dx, dy: dy + step.dy }))
      },
      onKeyUp: ({ key }: KeyboardEvent) => {
        if (arrows[key]) endDrag()
      },
    },
  }
}
