import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactElement, useState } from 'react'

import type { StockChangeReason, StockRow } from '#contract/staff/stock.ts'
import { request } from '#desk/app/request.ts'
import { useWarehouses } from '#desk/app/warehouses.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { CountForm } from './CountForm.tsx'
import { countIn, type FormProps, placeOf } from './stockForm.ts'
import { useStockChange } from './stockData.ts'
import styles from './StockDialog.module.css'
import { texts as stockTexts } from './texts.ts'

const texts = stockTexts.dialog

export const stockActions = ['goodsIn', 'change', 'count', 'transfer', 'place'] as const
export type StockAction = (typeof stockActions)[number]

const forms: Record<StockAction, (props: FormProps) => ReactElement> = {
  goodsIn: GoodsInForm,
  change: ChangeForm,
  count: CountForm,
  transfer: TransferForm,
  place: PlaceForm,
}

/** One change of a size's stock in one warehouse. */
export function StockDialog({ action, ...props }: FormProps & { action: StockAction }) {
  const { code, name, size, warehouse, onHand, reserved } = props.row
  const Form = forms[action]
  return (
    <Dialog onClose={props.onClose} title={stockTexts.actions[action]}>
      <div className={styles.about}>
        <b>{name}</b>
        <p>{texts.where(code, size, warehouse)}</p>
        <p>{texts.now(onHand, reserved)}</p>
      </div>
      <Form {...props} />
    </Dialog>
  )
}

function GoodsInForm({ row, onSaved, onClose }: FormProps) {
  const [quantity, setQuantity] = useState('')
  const { problems, setProblems, isBusy, save } = useStockChange(onSaved)
  function submit(event: FormEvent) {
    event.preventDefault()
    const change = countIn(quantity, 1)
    if (change === undefined) return setProblems({ quantity: texts.enterQuantity })
    const body = { ...placeOf(row), change, reason: 'goods_in' } as const
    void save('quantity', () => request('changeStock', { body }))
  }
  return (
    <form className={formStyles.form} noValidate onSubmit={submit}>
      <TextInput
        data-autofocus
        label={texts.quantity}
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        error={problems.quantity ?? problems.change}
        description={afterText(row, countIn(quantity, 1))}
        onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
      />
      <FormFooter isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

const afterText = ({ onHand }: StockRow, change: number | undefined) =>
  change === undefined ? undefined : texts.after(Math.max(0, onHand + change))

type Reason = keyof typeof stockTexts.changeReasons & StockChangeReason
const reasons = Object.entries(stockTexts.changeReasons).map(([value, label]) => ({ value, label }))

function ChangeForm({ row, onSaved, onClose }: FormProps) {
  const [isAdded, setIsAdded] = useState(false)
  const [quantity, setQuantity] = useState('')
  const [reason, setReason] = useState<Reason>('damaged')
  const { problems, setProblems, isBusy, save } = useStockChange(onSaved)
  const count = countIn(quantity, 1)
  const change = count === undefined ? undefined : isAdded ? count : -count
  function submit(event: FormEvent) {
    event.preventDefault()
    if (change === undefined) return setProblems({ quantity: texts.enterQuantity })
    const body = { ...placeOf(row), change, reason }
    void save('quantity', () => request('changeStock', { body }))
  }
  return (
    <form className={formStyles.form} noValidate onSubmit={submit}>
      <fieldset className={styles.directions}>
        <legend>{texts.direction}</legend>
        {[false, true].map((adds) => (
          <label key={String(adds)} data-chosen={adds === isAdded || undefined}>
            <input
              type="radio"
              name="direction"
              checked={adds === isAdded}
              onChange={() => setIsAdded(adds)}
            />
            <span>{adds ? texts.add : texts.remove}</span>
          </label>
        ))}
      </fieldset>
      <TextInput
        data-autofocus
        label={texts.quantity}
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        error={problems.quantity ?? problems.change}
        description={afterText(row, change)}
        onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
      />
      <NativeSelect
        label={texts.reason}
        value={reason}
        data={reasons}
        rightSection={<Icon name="chevron-down" size="xs" />}
        onChange={({ currentTarget }) => setReason(currentTarget.value as Reason)}
      />
      <FormFooter isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

function TransferForm({ row, onSaved, onClose }: FormProps) {
  const { all } = useWarehouses()
  const [target, setTarget] = useState('')
  const [quantity, setQuantity] = useState('')
  const { problems, setProblems, isBusy, save } = useStockChange(onSaved)
  const others = all?.filter(({ id }) => id !== row.warehouseId)
  function submit(event: FormEvent) {
    event.preventDefault()
    const count = countIn(quantity, 1)
    if (target === '') return setProblems({ toWarehouseId: texts.chooseTarget })
    if (count === undefined) return setProblems({ quantity: texts.enterQuantity })
    const body = { ...placeOf(row), toWarehouseId: target, quantity: count }
    void save('quantity', () => request('transferStock', { body }))
  }
  if (others?.length === 0) return <Note kind="info">{texts.noTarget}</Note>
  return (
    <form className={formStyles.form} noValidate onSubmit={submit}>
      <NativeSelect
        data-autofocus
        label={texts.target}
        value={target}
        error={problems.toWarehouseId}
        rightSection={<Icon name="chevron-down" size="xs" />}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        data={[
          { value: '', label: texts.chooseTarget },
          ...(others ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextInput
        label={texts.quantity}
        inputMode="numeric"
        autoComplete="off"
        value={quantity}
        error={problems.quantity}
        description={afterText(row, -(countIn(quantity, 1) ?? 0) || undefined)}
        onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
      />
      <FormFooter isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

function PlaceForm({ row, onSaved, onClose }: FormProps) {
  const [shelf, setShelf] = useState(row.shelf ?? '')
  const [low, setLow] = useState(String(row.lowBelow))
  const { problems, setProblems, isBusy, save } = useStockChange(onSaved)
  function submit(event: FormEvent) {
    event.preventDefault()
    const lowBelow = countIn(low, 0)
    if (shelf.trim().length > 20) return setProblems({ shelf: texts.shelfTooLong })
    if (lowBelow === undefined) return setProblems({ lowBelow: texts.enterLow })
    const body = { ...placeOf(row), shelf: shelf.trim(), lowBelow }
    void save('shelf', () => request('placeStock', { body }))
  }
  return (
    <form className={formStyles.form} noValidate onSubmit={submit}>
      <TextInput
        data-autofocus
        label={texts.shelf}
        description={texts.shelfHint}
        autoComplete="off"
        autoCapitalize="characters"
        value={shelf}
        error={problems.shelf}
        onChange={({ currentTarget }) => setShelf(currentTarget.value)}
      />
      <TextInput
        label={texts.low}
        description={texts.lowHint}
        inputMode="numeric"
        autoComplete="off"
        value={low}
        error={problems.lowBelow}
        onChange={({ currentTarget }) => setLow(currentTarget.value)}
      />
      <FormFooter isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
