import { useId } from 'react'

import type { Point } from '#contract/location.ts'
import { rules } from '#contract/rules.ts'
import { onSheet } from './mercator.ts'
import styles from './PinMap.module.css'
import { usePinDrag } from './usePinDrag.ts'

type Props = { point: Point; onMove: (point: Point) => void }

/** Side of the drawing that repeats. */
const tilePx = 360

/** Streets as an idea, true in scale only, with a pin that can be put anywhere. */
export function PinMap({ point, onMove }: Props) {
  const ground = useId()
  const { shift, isMapPulled, handlers } = usePinDrag(point, onMove)
  const { x, y } = onSheet(point)
  const pulled = isMapPulled ? shift : { dx: 0, dy: 0 }
  const pin = isMapPulled ? { dx: 0, dy: 0 } : shift
  const left = -(x + pulled.dx) % tilePx
  const top = -(y + pulled.dy) % tilePx

  return (
    <div
      className={styles.map}
      role="application"
      aria-label="Map. Move the pin with the arrow keys."
      tabIndex={0}
      {...handlers}
    >
      <svg width="100%" height={rules.map.heightPx} aria-hidden="true">
        <defs>
          <pattern
            id={ground}
            width={tilePx}
            height={tilePx}
            patternUnits="userSpaceOnUse"
            patternTransform={`translate(${left} ${top})`}
          >
            <rect className={styles.land} width={tilePx} height={tilePx} />
            <path className={styles.park} d="M210 24h112v92H210zM24 236h90v98H24z" />
            <path
              className={styles.house}
              d="M24 24h44v34H24zM92 24h62v34H92zM24 90h62v30H24zM108 84h46v36h-46zM210 150h40v38h-40zM270 150h52v60h-52zM146 236h44v36h-44zM146 296h74v38h-74zM250 250h72v40h-72z"
            />
            <path className={styles.lane} d="M0 72h180M0 216h360M132 180v180M236 120v96" />
            <path className={styles.street} d="M0 138h360M180 0v216M340 0v360M0 350h360" />
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill={`url(#${ground})`} />
        <svg x="50%" y="50%" overflow="visible">
          <g data-pin="" className={styles.pin} transform={`translate(${pin.dx} ${pin.dy})`}>
            <rect className={styles.hold} x="-28" y="-56" width="56" height="64" />
            <path d="M0 0c-10-11-15-19-15-26a15 15 0 0 1 30 0c0 7-5 15-15 26z" />
            <circle className={styles.eye} cx="0" cy="-26" r="6" />
          </g>
        </svg>
      </svg>
      <span className={styles.tip}>Drag to adjust</span>
    </div>
  )
}
