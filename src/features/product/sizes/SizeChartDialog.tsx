import useSWR from 'swr'

import type { Product } from '#contract/catalogue/product.ts'
import { type Read, readOf } from '#contract/api/reads.ts'
import { fetchRead } from '#platform/api/reads/reads.ts'
import { useIsIdle } from '#platform/rendering/idle.ts'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import styles from './SizeChartDialog.module.css'

type Props = { images: string[]; onClose: () => void }

export function SizeChartDialog({ images, onClose }: Props) {
  return (
    <Dialog title="Size chart" width="wide" onClose={onClose}>
      {/* Focusable, because a chart can be taller than the dialog: the keys then scroll it. */}
      <div tabIndex={0} role="group" aria-label="Size chart">
        {images.map((src, index) => (
          <img
            key={src}
            className={styles.chart}
            src={src}
            alt={images.length > 1 ? `Size chart ${index + 1} of ${images.length}` : 'Size chart'}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** The images of a product's size chart; empty if there is none. Loaded after the first view. */
export function useSizeChart(product: Product): string[] {
  const isIdle = useIsIdle()
  const read = isIdle ? sizeChartOf(product) : null
  const { data } = useSWR(read, () => fetchRead(read as Read<'readSizeChart'>), {
    shouldRetryOnError: false,
  })
  return data?.result.flatMap(({ sizeChartImages }) => sizeChartImages) ?? []
}

/** Read only if brand, category and first subcategory are known. */
function sizeChartOf({ brand, category, subcategory }: Product): Read<'readSizeChart'> | null {
  const [first] = subcategory
  if (!brand._id || !category._id || !first?._id) return null
  const params = { brandId: brand._id, categoryId: category._id, subcategoryId: first._id }
  return readOf('readSizeChart', { params })
}
