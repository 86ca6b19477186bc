import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import * as rules from '#contract/rules.ts'
import { LoadingLine } from '#ui/feedback/Loading.tsx'
import type { Pin } from './frameMessages.ts'
import styles from './GoogleMap.module.css'
import { disableGoogle } from './hasGoogleFailed.ts'
import {
  connectMaps,
  type MapsConnection,
  type MapsSettings,
  prepareFrame,
} from './mapsConnection.ts'

type Props = {
  settings: MapsSettings
  /** What screen readers call the map. */
  title: string
  /** At least one. The map begins where all of them are seen. */
  pins: Pin[]
}

/** Google's map with places to look at, in an iframe. */
export function PinsMap({ settings, title, pins }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const connection = useRef<MapsConnection>(undefined)
  const [isReady, setIsReady] = useState(false)

  const connect = useEffectEvent((element: HTMLIFrameElement) => {
    const [first] = pins
    return connectMaps(element, {
      settings,
      ...(first && { map: { point: first.point, zoom: rules.map.zoom, pins } }),
      onReady: () => setIsReady(true),
      onFail: disableGoogle,
    })
  })
  // Set before the frame can report that it has loaded.
  useLayoutEffect(() => {
    if (!frame.current) return
    const opened = connect(frame.current)
    connection.current = opened
    return () => opened.close()
  }, [])

  const text = JSON.stringify(pins)
  const show = useEffectEvent(() => connection.current?.showPins(pins))
  useEffect(() => {
    if (isReady) show()
  }, [isReady, text])

  const { src, sandbox } = prepareFrame(settings)
  return (
    <div className={styles.map}>
      {!isReady && <LoadingLine>Loading map...</LoadingLine>}
      <iframe
        ref={frame}
        className={styles.frame}
        title={title}
        sandbox={sandbox}
        src={src}
        height={rules.map.heightPx}
        data-ready={isReady || undefined}
      />
    </div>
  )
}
