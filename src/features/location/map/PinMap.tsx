import { useLayoutEffect, useRef, useState } from 'react'
import useSWR from 'swr'

import type { MapPlace, Point } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'
import { readPlacesAround } from '#features/location/places/locationApi.ts'
import { IconButton } from '#ui/forms/IconButton.tsx'
import { drawPlaces, reachPx, scaleOf } from './mapDrawing.ts'
import { metresPerPixel, toPixel, toPoint } from './mercator.ts'
import styles from './PinMap.module.css'
import { usePinDrag } from './usePinDrag.ts'

type Props = { point: Point; onMove: (point: Point) => void }

const { zoom: firstZoom, leastZoom, mostZoom, heightPx, farthestKm } = rules.map
/** Neighbouring pincodes differ in their last digits, and so in their tint. */
const tints = 4

/**
 * The store's own map: the areas around the pin with their names, at several zoom levels. The pin
 * stays in the middle. Names that cannot be read are missing, and the rest works.
 */
export function PinMap({ point, onMove }: Props) {
  const [zoom, setZoom] = useState<number>(firstZoom)
  const zoomBy = (step: 1 | -1) =>
    setZoom((before) => Math.min(mostZoom, Math.max(leastZoom, before + step)))
  const { shift, isMapPulled, handlers } = usePinDrag({ point, zoom, onMove, onZoom: zoomBy })
  const places = usePlacesAround(point, zoom)
  const pulled = isMapPulled ? shift : { dx: 0, dy: 0 }
  const pin = isMapPulled ? { dx: 0, dy: 0 } : shift
  const { ref, widthPx } = useWidth()
  const drawn = drawPlaces(places, { middle: point, zoom, widthPx })
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
            <g transform={`translate(${pulled.dx} ${pulled.dy})`}>
              {drawn.map(({ name, postalCode, outline }) => (
                <polygon
                  key={name + outline}
                  className={styles.area}
                  data-tint={Number(postalCode) % tints}
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
            <g data-pin="" className={styles.pin} transform={`translate(${pin.dx} ${pin.dy})`}>
              <rect className={styles.hold} x="-28" y="-56" width="56" height="64" />
              <path d="M0 0c-10-11-15-19-15-26a15 15 0 0 1 30 0c0 7-5 15-15 26z" />
              <circle className={styles.eye} cx="0" cy="-26" r="6" />
            </g>
          </svg>
        </svg>
        <span className={styles.tip}>Drag to adjust</span>
        <span className={styles.scale} aria-hidden="true">
          <svg width={scale.widthPx} height="5">
            <path d={`M.5 0v4.5h${scale.widthPx - 1}V0`} />
          </svg>
          {scale.text}
        </span>
      </div>
      <div className={styles.zoom}>
        <IconButton
          icon="plus"
          label="Zoom in"
          isOnPicture
          disabled={zoom === mostZoom}
          onClick={() => zoomBy(1)}
        />
        <IconButton
          icon="minus"
          label="Zoom out"
          isOnPicture
          disabled={zoom === leastZoom}
          onClick={() => zoomBy(-1)}
        />
      </div>
    </div>
  )
}

/** A map on the narrowest phone. */
const leastWidthPx = 328

/** How wide the map is drawn, so that names keep clear of its edges and controls. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(leastWidthPx)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidthPx(element.clientWidth || leastWidthPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, widthPx }
}

/** The places to be named around a point, asked for anew once it has moved half a map away. */
function usePlacesAround(point: Point, zoom: number): MapPlace[] {
  const { x, y } = toPixel(point, zoom)
  const toGrid = (at: number) => Math.round(at / heightPx) * heightPx
  const middle = toPoint({ x: toGrid(x), y: toGrid(y) }, zoom)
  const reachKm = (metresPerPixel(middle, zoom) * reachPx) / 1000
  const km = Math.min(farthestKm, reachKm).toFixed(2)
  const { data } = useSWR<MapPlace[], Error>(
    ['places around', middle.latitude.toFixed(5), middle.longitude.toFixed(5), km],
    () => readPlacesAround(middle, km),
    { keepPreviousData: true, revalidateOnFocus: false },
  )
  return data ?? []
}
