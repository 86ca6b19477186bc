import { Dialog } from '#ui/Dialog.tsx'
import styles from './SizeChartDialog.module.css'

type Props = { images: string[]; onClose: () => void }

export function SizeChartDialog({ images, onClose }: Props) {
  return (
    <Dialog title="Size chart" width="wide" onClose={onClose}>
      {/* A chart can be higher than the dialog: with the focus on it the keys scroll. */}
      <div tabIndex={0} role="group" aria-label="Size chart">
        {images.map((src, place) => (
          <img
            key={src}
            className={styles.chart}
            src={src}
            alt={images.length > 1 ? `Size chart ${place + 1} of ${images.length}` : 'Size chart'}
          />
        ))}
      </div>
    </Dialog>
  )
}
