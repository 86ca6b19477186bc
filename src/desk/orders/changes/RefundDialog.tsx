import { type FormEvent, useState } from 'react'

import type { StaffOrder } from '#contract/staff/board.ts'
import { RefundReason } from '#contract/staff/itemChanges.ts'
import { texts } from '#desk/orders/texts.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Choice, SelectField, TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { moneyText } from '#desk/ui/money.ts'
import type { ItemChange } from './itemChanges.ts'
import styles from './MoveDialog.module.css'

type Props = {
  order: StaffOrder
  problem: string | undefined
  isBusy: boolean
  onEdit: () => void
  onSave: (change: ItemChange) => void
  onClose: () => void
}

const names = texts.giveRefund

/** Gives money back without taking anything back. */
export function RefundDialog({ order, problem, isBusy, ...on }: Props) {
  const { onEdit, onSave, onClose } = on
  const { lines, amounts } = order
  const [rupees, setRupees] = useState('')
  const [item, setItem] = useState<number | ''>('')
  const [reason, setReason] = useState<RefundReason>()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState<string>()
  const problemText = missing ?? problem
  const line = lines.find((candidate) => candidate.item === item)
  const most = Math.min(
    amounts.refundablePaise,
    line ? line.netPaise - line.refundedPaise : Infinity,
  )
  const amountPaise = paiseOf(rupees)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!amountPaise) return setMissing(names.amountMissing)
    if (amountPaise > most) return setMissing(names.tooMuch(moneyText(most)))
    if (!reason) return setMissing(names.chooseReason)
    setMissing(undefined)
    const words = note.trim()
    onSave({
      call: 'giveRefund',
      body: {
        amountPaise,
        reason,
        refundedPaise: amounts.refundedPaise,
        item: item === '' ? undefined : item,
        note: words === '' ? undefined : words,
      },
    })
  }

  return (
    <Dialog onClose={onClose} title={names.title}>
      <form
        className={formStyles.longForm}
        noValidate
        onChange={() => {
          setMissing(undefined)
          onEdit()
        }}
        onSubmit={submit}
      >
        <SelectField
          name={names.for}
          value={item}
          options={[
            { value: '', label: names.wholeOrder },
            ...lines.map((orderLine) => ({
              value: orderLine.item,
              label: `${orderLine.name}, ${orderLine.size}`,
            })),
          ]}
          onChoose={setItem}
        />
        <TextField
          name={names.amount}
          inputMode="decimal"
          value={rupees}
          onType={setRupees}
          isFirst
        />
        <p className={styles.hint}>{names.most(moneyText(most))}</p>
        <fieldset className={formStyles.choices}>
          <legend>{texts.reason}</legend>
          {RefundReason.options.map((option) => (
            <Choice
              key={option}
              name="reason"
              isChosen={reason === option}
              onChoose={() => setReason(option)}
            >
              {texts.refundReasons[option]}
            </Choice>
          ))}
        </fieldset>
        <TextField name={names.note} max={200} value={note} onType={setNote} />
        <FormFooter
          {...{ problem: problemText, isBusy, onClose }}
          action={names.save(amountPaise ? moneyText(amountPaise) : '')}
          variant="danger"
          cancel={texts.keep}
        />
      </form>
    </Dialog>
  )
}

/** '1,299.50' in paise; undefined for anything that is not an amount. */
function paiseOf(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}
