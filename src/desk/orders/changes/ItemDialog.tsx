import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import type { StaffOrder, StaffOrderLine } from '#contract/staff/board.ts'
import { ItemChangeReason, isWrittenOff, splitNet } from '#contract/staff/itemChanges.ts'
import { texts } from '#desk/orders/texts.ts'
import { type ChosenProduct, ProductSearch } from '#desk/products/ProductSearch.tsx'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Choice, SelectField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { moneyText } from '#desk/ui/money.ts'
import { Photo } from '#desk/ui/media/Photo.tsx'
import type { ItemChange } from './itemChanges.ts'
import styles from './MoveDialog.module.css'
import { moneyOfChange } from './moneyOfChange.ts'
import { EffectList } from './MoveEffects.tsx'

type Props = {
  order: StaffOrder
  line: StaffOrderLine
  problem: string | undefined
  isBusy: boolean
  onEdit: () => void
  onSave: (change: ItemChange) => void
  onClose: () => void
}

type Way = 'cancel' | 'replace' | { size: string }

const names = texts.change

/** Another size or another item for an item, or a part of its quantity less, with what it does before it is done. */
export function ItemDialog({ order, line, problem, isBusy, ...on }: Props) {
  const { onEdit, onSave, onClose } = on
  const { item, name, quantity, otherSizes, trialSize } = line
  const most = isOnlyItem(order, line) ? quantity - 1 : quantity
  const [way, setWay] = useState<Way | undefined>(
    otherSizes.length === 0 && most > 0 ? 'cancel' : undefined,
  )
  const [count, setCount] = useState(1)
  const [reason, setReason] = useState<ItemChangeReason>()
  const [replacement, setReplacement] = useState<ChosenProduct>()
  const [hasAgreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState<string>()
  /** Of the two sizes of a trial, the one that is replaced or written off. */
  const [size, setSize] = useState(line.size)
  const needsSize = typeof way === 'object' || (reason !== undefined && isWrittenOff(reason))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!way) return setMissing(names.chooseWay)
    if (way === 'replace' && !replacement) return setMissing(names.chooseItem)
    if (!reason) return setMissing(names.chooseReason)
    if (way === 'replace' && !hasAgreed) return setMissing(names.confirmAgreed)
    setMissing(undefined)
    if (way === 'cancel') {
      const ofTrial = trialSize && needsSize ? { size } : {}
      return onSave({ call: 'cancelItem', body: { item, quantity: count, reason, ...ofTrial } })
    }
    if (way !== 'replace') {
      const replaced = trialSize ? { replaces: size } : {}
      return onSave({ call: 'swapSize', body: { item, size: way.size, reason, ...replaced } })
    }
    if (!replacement) return
    const { productId, size: newSize } = replacement
    const ofTrial = trialSize && needsSize ? { missingSize: size } : {}
    onSave({
      call: 'replaceItem',
      body: { item, productId, size: newSize, reason, hasAgreed: true, ...ofTrial },
    })
  }

  function actionText() {
    if (way === 'cancel') return names.cancelCount(count)
    if (way === 'replace' && replacement) return names.replaceWith(replacement.name)
    return typeof way === 'object' ? names.swapTo(size, way.size) : names.save
  }

  return (
    <Dialog onClose={onClose} title={names.title(name)}>
      <form
        className={formStyles.longForm}
        noValidate
        onChange={() => {
          setMissing(undefined)
          onEdit()
        }}
        onSubmit={submit}
      >
        <fieldset className={formStyles.choices}>
          <legend>{names.ways}</legend>
          {otherSizes.map((other, position) => (
            <Choice
              key={other.size}
              name="way"
              isFirst={position === 0}
              isChosen={typeof way === 'object' && way.size === other.size}
              detail={names.inStock(other.onHand)}
              onChoose={() => setWay({ size: other.size })}
            >
              {names.swap(other.size)}
            </Choice>
          ))}
          <Choice
            name="way"
            isFirst={otherSizes.length === 0 && most === 0}
            isChosen={way === 'replace'}
            onChoose={() => setWay('replace')}
          >
            {names.replace}
          </Choice>
          {most > 0 && (
            <Choice
              name="way"
              isFirst={otherSizes.length === 0}
              isChosen={way === 'cancel'}
              onChoose={() => setWay('cancel')}
            >
              {quantity === 1 ? names.cancel : names.cancelSome}
            </Choice>
          )}
          {most < quantity && <p className={styles.hint}>{names.onlyItem}</p>}
        </fieldset>
        {way === 'cancel' && most > 1 && (
          <SelectField
            name={names.howMany(quantity)}
            value={count}
            options={Array.from({ length: most }, (_, nth) => ({
              value: nth + 1,
              label: String(nth + 1),
            }))}
            onChoose={setCount}
          />
        )}
        {way === 'replace' && (
          <>
            {trialSize && <p className={styles.hint}>{names.oneSize}</p>}
            <Replacement order={order} chosen={replacement} onChoose={setReplacement} />
          </>
        )}
        <fieldset className={formStyles.choices}>
          <legend>{texts.reason}</legend>
          {ItemChangeReason.options.map((option) => (
            <Choice
              key={option}
              name="reason"
              isChosen={reason === option}
              onChoose={() => setReason(option)}
            >
              {names.reasons[option]}
            </Choice>
          ))}
        </fieldset>
        {trialSize && needsSize && (
          <SelectField
            name={typeof way === 'object' ? names.replacedSize : names.missingSize}
            value={size}
            options={[line.size, trialSize].map((value) => ({ value, label: value }))}
            onChoose={setSize}
          />
        )}
        {way === 'replace' && (
          <label className={formStyles.choice}>
            <input
              type="checkbox"
              checked={hasAgreed}
              onChange={({ target }) => setAgreed(target.checked)}
            />
            <span>{names.agreed}</span>
          </label>
        )}
        {way && reason && (way !== 'replace' || replacement) && (
          <EffectList effect={effectOf({ order, line, way, count, reason, size, replacement })} />
        )}
        <FormFooter
          {...{ problem: missing ?? problem, isBusy, onClose }}
          action={actionText()}
          variant={way === 'cancel' ? 'danger' : 'go'}
          cancel={texts.keep}
        />
      </form>
    </Dialog>
  )
}

const isOnlyItem = ({ lines }: StaffOrder, { item }: StaffOrderLine): boolean =>
  lines.every((line) => line.item === item || line.status === 'Cancelled')

type Chosen = {
  order: StaffOrder
  line: StaffOrderLine
  way: Way
  count: number
  reason: ItemChangeReason
  /** The size that is replaced or written off. */
  size: string
  replacement: ChosenProduct | undefined
}

/** What the change does, as the server does it. */
function effectOf({ order, line, way, count, reason, size, replacement }: Chosen) {
  const units = way === 'cancel' ? count : line.quantity
  // Of an item on trial, a swap concerns one size, and everything else both.
  const unitsReserved = line.trialSize && typeof way !== 'object' ? 2 * units : units
  const wasted = isWrittenOff(reason) ? units : 0
  const stock = [
    wasted > 0 && names.writtenOff(wasted, reason === 'notFound' ? size : undefined),
    unitsReserved > wasted && names.backOnSale(unitsReserved - wasted, order.warehouse.name),
  ]
    .filter(Boolean)
    .join(' ')
  if (way === 'replace') {
    const { name = '', size: newSize = '' } = replacement ?? {}
    return {
      stock: `${names.reservedItem(name, newSize)} ${stock}`,
      money: replacement ? moneyOfChange(order, priceChange(line, replacement)) : null,
      message: names.toldReplace,
    }
  }
  if (way !== 'cancel') {
    return { stock: `${names.reserved(way.size)} ${stock}`, money: null, message: names.toldSwap }
  }
  const [, netPaise] = splitNet(line, count)
  return { stock, money: moneyOfChange(order, -netPaise), message: names.toldCancel }
}

/** How much more a replacement costs, in paise: the coupon's share stays with it. */
function priceChange({ quantity, pricePaise, netPaise }: StaffOrderLine, chosen: ChosenProduct) {
  const share = quantity * pricePaise - netPaise
  return Math.max(quantity * chosen.pricePaise - share, 0) - netPaise
}

type ReplacementProps = {
  order: StaffOrder
  chosen: ChosenProduct | undefined
  onChoose: (product: ChosenProduct | undefined) => void
}

function Replacement({ order, chosen, onChoose }: ReplacementProps) {
  if (!chosen) {
    const isTrial = order.purchaseType === 'Try and Buy'
    return (
      <ProductSearch
        warehouse={order.warehouse.id}
        isOffered={({ brand }) => !isTrial || brand.is_try_and_buy_visible}
        onAdd={onChoose}
      />
    )
  }
  const { name, size, pricePaise } = chosen
  return (
    <div className={formStyles.choice}>
      <Photo src={chosen.photo} />
      <span>{names.chosen(name, size, moneyText(pricePaise))}</span>
      <Button size="s" variant="line" onClick={() => onChoose(undefined)}>
        {names.otherItem}
      </Button>
    </div>
  )
}
