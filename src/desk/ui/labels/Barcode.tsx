import styles from './Barcode.module.css'
import { code128 } from './code128.ts'

/** The quiet zone beside a code, in modules. */
const quiet = 10
const height = 40

/** A text as Code 128; the text itself stands below it. Nothing where the code cannot hold the text. */
export function Barcode({ text }: { text: string }) {
  const code = code128(text)
  if (!code) return null
  return (
    <svg
      className={styles.code}
      viewBox={`${-quiet} 0 ${code.width + 2 * quiet} ${height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={code.bars.map(({ x, width }) => `M${x} 0h${width}v${height}h-${width}z`).join('')} />
    </svg>
  )
}
