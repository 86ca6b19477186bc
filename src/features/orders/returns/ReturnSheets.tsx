import { type ReactNode, useId, useState } from 'react'

import { sizeText } from '#contract/catalogue/stock.ts'
import { calls } from '#contract/api/calls.ts'
import { productRead } from '#contract/api/reads.ts'
import type { Product } from '#contract/catalogue/product.ts'
import { times } from '#contract/values/money.ts'
import { type Order, type OrderLine, ReturnReason } from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { ExpectedRefund } from '#features/orders/details/OrderSummary.tsx'
import { useOptionalReadState } from '#platform/api/reads/reads.ts'
import { usePhotoUploads } from '#platform/api/usePhotoUploads.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { SizePicker } from '#ui/forms/SelectionControls.tsx'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { PhotoPicker } from '#ui/photos/PhotoPicker.tsx'
import { paiseText } from '#ui/text/Price.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import { ExchangeArrival } from './ExchangeArrival.tsx'
import styles from './ReturnSheets.module.css'

type ReturnSheetProps = {
  order: Pick<Order, 'paymentMethod' | 'amountDetails'>
  line: OrderLine
  isSending: boolean
  onSend: (details: { returnReason: ReturnReason; returnPhotos: string[] }) => void
  /** Leads to the exchange. */
  onExchange: () => void
  onClose: () => void
}

/** The reason of a return; photos are optional. */
export function ReturnSheet({
  order,
  line,
  isSending,
  onSend,
  onExchange,
  onClose,
}: ReturnSheetProps) {
  const { productId: product, size, price, quantity } = line
  const [reason, setReason] = useState<ReturnReason>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { max } = rules.returnPhotos
  const { path } = calls.addReturnPhoto
  const uploads = usePhotoUploads({ path, max })
  const { isUploading, hasFailed, urls } = uploads

  function choose(chosen: ReturnReason) {
    if (chosen === 'Size issue') onExchange()
    else setReason(chosen)
  }

  function send() {
    setIsSubmitted(true)
    if (!reason || hasFailed) return
    onSend({ returnReason: reason, returnPhotos: urls })
  }

  return (
    <Dialog
      title="Return Details"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isWide onClick={onClose} disabled={isSending}>
            Cancel
          </Button>
          <Button
            isWide
            onClick={send}
            isBusy={isSending || isUploading}
            busyText={isSending ? 'Requesting...' : 'Uploading...'}
          >
            Request return
          </Button>
        </>
      }
    >
      <SmallProduct
        product={product}
        details={`${sizeText(size)} · Qty ${quantity} · ${paiseText(times(price, quantity))}`}
      />
      <ReasonPicker
        value={reason}
        onChoose={choose}
        error={isSubmitted && !reason ? 'Please select a reason for return' : undefined}
      />
      <PhotoPicker uploads={uploads} max={max} isSubmitted={isSubmitted} />
      <ExpectedRefund order={order} line={line} />
      <div className={styles.tag}>
        <Note icon="tag">Keep the product tag on. We can’t accept returns without it.</Note>
      </div>
    </Dialog>
  )
}

type ReasonPickerProps = {
  value: ReturnReason | undefined
  onChoose: (reason: ReturnReason) => void
  /** The error; announced at once. */
  error: string | undefined
}

/** Radio buttons for the reason; a wrong size leads to the exchange. */
function ReasonPicker({ value, onChoose, error }: ReasonPickerProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={styles.legend}>Why are you returning it?</legend>
      {ReturnReason.options.map((reason) => (
        <div key={reason} className={styles.reason}>
          <Checkbox
            type="radio"
            name="return-reason"
            checked={value === reason}
            onChange={() => onChoose(reason)}
          >
            <span>{reason}</span>
            {reason === 'Size issue' && (
              <span className={styles.hint}>Exchange for a new size</span>
            )}
          </Checkbox>
        </div>
      ))}
      {error && (
        <p className={styles.error} id={id} role="alert">
          <Icon name="alert" size="s" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}

type LineSize = Pick<OrderLine, 'size' | 'quantity'>
type SizeStock = Pick<Product, 'size' | 'stock'>

/** Sizes that a line can be exchanged for. The whole quantity must be in stock. */
export function exchangeSizes({ size, quantity }: LineSize, product: SizeStock | undefined) {
  const sizes = product?.size.filter((candidate) => candidate !== size) ?? []
  const stock = Object.fromEntries(
    sizes.map((candidate) => {
      const left = product?.stock[candidate] ?? 0
      return [candidate, left >= quantity ? left : 0]
    }),
  )
  return { sizes, stock }
}

type ExchangeSheetProps = {
  order: Pick<Order, 'deliveryMinutes'>
  line: OrderLine
  isSending: boolean
  /** A link to the size chart. */
  renderSizeChart: (product: Product) => ReactNode
  /** Settles when the request was accepted or refused. */
  onSend: (size: string) => Promise<void>
  /** Goes back to the return. */
  onBack: () => void
  onClose: () => void
}

/** Exchange for another size of the same product. */
export function ExchangeSheet({
  order,
  line,
  isSending,
  renderSizeChart,
  onSend,
  onBack,
  onClose,
}: ExchangeSheetProps) {
  const { data, retry } = useOptionalReadState(productRead(line.productId._id))
  const product = data?.result
  const [picked, setPicked] = useState<string>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { sizes, stock } = exchangeSizes(line, product)
  // A size that sold out meanwhile has to be replaced by another one.
  const size = picked !== undefined && stock[picked] ? picked : undefined
  const hasNone = product !== undefined && sizes.every((entry) => !stock[entry])

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
              setIsSubmitted(true)
              if (size) void onSend(size).then(retry)
            }}
          >
            Request exchange
          </Button>
        )
      }
    >
      <SmallProduct
        product={line.productId}
        details={`Your size: ${line.size} · Qty ${line.quantity}`}
      />
      {product ? (
        <div className={styles.sizes}>
          <div className={styles.chart}>{renderSizeChart(product)}</div>
          {sizes.length > 0 && (
            <SizePicker
              legend="New size"
              sizes={sizes}
              stock={stock}
              value={size}
              onChange={setPicked}
              error={
                isSubmitted && !size ? 'Please select a product and size for exchange' : undefined
              }
            />
          )}
        </div>
      ) : (
        <p role="status">Loading sizes...</p>
      )}
      {product && (
        <div className={styles.note}>
          {hasNone ? (
            <Note>No other size is in stock right now.</Note>
          ) : (
            <ExchangeArrival order={order} />
          )}
        </div>
      )}
    </Dialog>
  )
}
