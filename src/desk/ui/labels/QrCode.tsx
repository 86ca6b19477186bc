import { encode } from 'uqr'

import styles from './Barcode.module.css'

/** The quiet zone around a code, in modules. */
const quiet = 2

/** A text as a QR code, for cameras; the text itself stands beside it. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
