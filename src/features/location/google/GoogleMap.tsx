import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { Point } from '#contract/delivery/location.ts'
import * as rules from '#contract/rules.ts'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import styles from './GoogleMap.module.css'
import { disableGoogle } from './hasGoogleFailed.ts'
import {
  connectMaps,
  type MapsConnection,
  type MapsSettings,
  prepareFrame,
} from './mapsConnection.ts'

type Props = { settings: MapsSettings; point: Point; onMove: (point: Point) => void }

/** Google's map with a draggable marker, in an iframe. */
export function GoogleMap({ settings, point, onMove }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const connection = useRef<MapsConnection>(undefined)
  /** Position of the marker. */
  const shown = useRef(point)
  const [isReady, setIsReady] = useState(false)

  const move = useEffectEvent((to: Point) => {
    shown.current = to
    onMove(to)
  })
  const connect = useEffectEvent((element: HTMLIFrameElement) =>
    connectMaps(element, {
      settings,
      map: { point: shown.current, zoom: rules.map.zoom },
      onReady: () => setIsReady(true),
      onMove: move,
      onFail: disableGoogle,
    }),
  )
  // Set before the frame can report that it has loaded.
  useLayoutEffect(() => {
    if (!frame.current) return
    const opened = connect(frame.current)
    connection.current = opened
    return () => opened.close()
  }, [])

  // A searched or detected place moves the marker.
  const { latitude, longitude } = point
  useEffect(() => {
    const isThere = shown.current.latitude === latitude && shown.current.longitude === longitude
    if (!isReady || isThere) return
    shown.current = { latitude, longitude }
    connection.current?.show(shown.current)
  }, [isReady, latitude, longitude])

  const { src, sandbox } = prepareFrame(settings)
  return (
    <div className={styles.map}>
      {!isReady && <LoadingLine>Loading map...</LoadingLine>}
      <iframe
        ref={frame}
        className={styles.frame}
        title="Map. Drag the pin to adjust your location."
        sandbox={sandbox}
        src={src}
        height={rules.map.heightPx}
        data-ready={isReady || undefined}
      />
    </div>
  )
}
