import { useState } from 'react'

import type { Product } from '#contract/catalogue/product.ts'
import { SizeChartDialog, useSizeChart } from '#features/product/sizes/SizeChartDialog.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { TextButton } from '#ui/forms/TextButton.tsx'

/** The way to the size chart of a product, where it has one. */
export function SizeChartLink({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false)
  const images = useSizeChart(product)
  if (images.length === 0) return null
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="size" size="s" />
        Size chart
      </TextButton>
      {isOpen && <SizeChartDialog images={images} onClose={() => setIsOpen(false)} />}
    </>
  )
}
