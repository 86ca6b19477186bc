import { useId, useState } from 'react'

import { calls } from '#contract/api/calls.ts'
import { times } from '#contract/money.ts'
import { type Order, type OrderLine, ReturnReason } from '#contract/order.ts'
import * as rules from '#contract/rules.ts'
import { expectedDestination } from '#features/orders/refund.ts'
import { usePhotoUploads } from '#platform/api/usePhotoUploads.ts'
import { Button } from '#ui/forms/Button.tsx'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import { Money } from '#ui/text/Price.tsx'
import { Note } from '#ui/feedback/Note.tsx'
import { PhotoPicker } from '#ui/photos/PhotoPicker.tsx'
import { SmallProduct } from '#ui/text/SmallProduct.tsx'
import styles from './ReturnSheet.module.css'

type Props = {
  order: Pick<Order, 'paymentMethod'>
  line: OrderLine
  isSending: boolean
  onSend: (wanted: { returnReason: ReturnReason; returnPhotos: string[] }) => void
  /** Leads to the exchange. */
  onExchange: () => void
  onClose: () => void
}

/** The reason of a return; photos are optional. */
export function ReturnSheet({ order, line, isSending, onSend, onExchange, onClose }: Props) {
  const { productId: product, size, price, quantity } = line
  const [reason, setReason] = useState<ReturnReason>()
  const [isAsked, setIsAsked] = useState(false)
  const { max } = rules.returnPhotos
  const { path } = calls.addReturnPhoto
  const uploads = usePhotoUploads({ path, max })
  const { isUploading, hasFailed, urls } = uploads

  function choose(wanted: ReturnReason) {
    if (wanted === 'Size issue') onExchange()
    else setReason(wanted)
  }

  function send() {
    setIsAsked(true)
    if (!reason || hasFailed) return
    onSend({ returnReason: reason, returnPhotos: urls })
  }

  return (
    <Dialog
      title="Return Details"
      onClose={onClose}
      footer={
        <>
          <Button variant="line" isWide onClick={onClose} disabled={isSending}>
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
        choice={
          <>
            Size {size} · Qty {quantity} · <Money paise={times(price, quantity)} />
          </>
        }
      />
      <ReasonChoice
        value={reason}
        onChoose={choose}
        error={isAsked && !reason ? 'Please select a reason for return' : undefined}
      />
      <PhotoPicker uploads={uploads} max={max} isSubmitted={isAsked} />
      {line.netAmount !== undefined && (
        <Note icon="cash">
          You’ll get <Money paise={line.netAmount} /> back {expectedDestination(order)}, within{' '}
          {rules.refund.workingDays} working days of the pickup. The delivery charge isn’t refunded.
        </Note>
      )}
      <Note icon="tag">Keep the product tag on. We can't accept returns without it.</Note>
    </Dialog>
  )
}

type ReasonChoiceProps = {
  value: ReturnReason | undefined
  onChoose: (reason: ReturnReason) => void
  /** The error of the choice; announced at once. */
  error: string | undefined
}

/** Choice of a reason; a wrong size leads to the exchange. */
function ReasonChoice({ value, onChoose, error }: ReasonChoiceProps) {
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
            {reason}
            {reason === 'Size issue' && <span className={styles.hint}>exchange instead</span>}
          </Checkbox>
        </div>
      ))}
      {error && (
        <p className={styles.error} id={id} role="alert">
          <Icon name="alert" size="s" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
