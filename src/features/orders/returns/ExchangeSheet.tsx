import { type ReactNode, useState } from 'react'

import type { OrderLine } from '#contract/order.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { productRead } from '#contract/api/reads.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import { SizePicker } from '#ui/forms/Choices.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import styles from './ExchangeSheet.module.css'

type LineSize = Pick<OrderLine, 'size' | 'quantity'>
type SizeStock = Pick<Product, 'size' | 'stock'>

/** Sizes that a line can be exchanged for. The whole quantity must be in stock. */
export function otherSizes({ size, quantity }: LineSize, product: SizeStock | undefined) {
  const sizes = product?.size.filter((one) => one !== size) ?? []
  const stock = Object.fromEntries(
    sizes.map((one) => {
      const left = product?.stock[one] ?? 0
      return [one, left >= quantity ? left : 0]
    }),
  )
  return { sizes, stock }
}

type Props = {
  line: OrderLine
  isSending: boolean
  /** A link to the size chart. */
  chartOf: (product: Product) => ReactNode
  onSend: (size: string) => void
  /** Goes back to the return. */
  onBack: () => void
  onClose: () => void
}

/** Exchange for another size of the same product. */
export function ExchangeSheet({ line, isSending, chartOf, onSend, onBack, onClose }: Props) {
  const product = useOptionalRead(productRead(line.productId._id))?.result
  const [size, setSize] = useState<string>()
  const [isAsked, setIsAsked] = useState(false)
  const { sizes, stock } = otherSizes(line, product)
  const hasNone = product !== undefined && sizes.every((one) => !stock[one])

  return (
    <Dialog
      title="Exchange Details"
      onClose={onClose}
      onBack={onBack}
      footer={
        hasNone ? (
          <Button isWide onClick={onBack}>
            Return it instead
          </Button>
        ) : (
          <Button
            isWide
            isBusy={isSending}
            busyText="Requesting..."
            onClick={() => {
              setIsAsked(true)
              if (size) onSend(size)
            }}
          >
            Request exchange
          </Button>
        )
      }
    >
      <SmallProduct
        product={line.productId}
        choice={`Your size: ${line.size} · Qty ${line.quantity}`}
      />
      {product ? (
        <div className={styles.sizes}>
          <div className={styles.chart}>{chartOf(product)}</div>
          {sizes.length > 0 && (
            <SizePicker
              legend="New size"
              sizes={sizes}
              stock={stock}
              value={size}
              onChange={setSize}
              error={isAsked && !size ? 'Please select a product and size for exchange' : undefined}
            />
          )}
        </div>
      ) : (
        <p role="status">Loading sizes...</p>
      )}
      {hasNone && (
        <div className={styles.note}>
          <Note>No other size is in stock right now.</Note>
        </div>
      )}
    </Dialog>
  )
}
