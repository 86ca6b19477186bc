import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import type { StaffOrder } from '#contract/staff/board.ts'
import { RefundReason } from '#contract/staff/itemChanges.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import type { ItemChange } from './itemChanges.ts'
import styles from './MoveDialog.module.css'
import { moneyText } from '#desk/ui/money.ts'
import { texts } from '#desk/orders/texts.ts'

type Props = {
  order: StaffOrder
  problem: string | undefined
  isBusy: boolean
  onSave: (change: ItemChange) => void
  onClose: () => void
}

const names = texts.giveRefund

/** Gives money back without taking anything back. */
export function RefundDialog({ order, problem, isBusy, onSave, onClose }: Props) {
  const { lines, amounts } = order
  const [rupees, setRupees] = useState('')
  const [item, setItem] = useState<number>()
  const [reason, setReason] = useState<RefundReason>()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState<string>()
  const said = missing ?? problem
  const line = lines.find((one) => one.item === item)
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
        item,
        note: words === '' ? undefined : words,
      },
    })
  }

  return (
    <Dialog onClose={onClose} title={names.title}>
      <form
        className={styles.form}
        noValidate
        onChange={() => setMissing(undefined)}
        onSubmit={submit}
      >
        <label className={styles.words}>
          <span>{names.for}</span>
          <select
            value={item ?? ''}
            onChange={({ target }) => setItem(target.value ? Number(target.value) : undefined)}
          >
            <option value="">{names.wholeOrder}</option>
            {lines.map((one) => (
              <option key={one.item} value={one.item}>
                {`${one.name}, ${one.size}`}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.words}>
          <span>{names.amount}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            value={rupees}
            onChange={({ target }) => setRupees(target.value)}
          />
        </label>
        <p className={styles.hint}>{names.most(moneyText(most))}</p>
        <fieldset className={styles.choices}>
          <legend>{texts.reason}</legend>
          {RefundReason.options.map((option) => (
            <label key={option} className={styles.choice}>
              <input
                type="radio"
                name="reason"
                checked={reason === option}
                onChange={() => setReason(option)}
              />
              <span>{texts.refundReasons[option]}</span>
            </label>
          ))}
        </fieldset>
        <label className={styles.words}>
          <span>{names.note}</span>
          <input maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
        {said && <Note kind="bad">{said}</Note>}
        <div className={styles.buttons}>
          <Button variant="line" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button type="submit" variant="danger" aria-disabled={isBusy || undefined}>
            {isBusy ? texts.moving : names.save(amountPaise ? moneyText(amountPaise) : '')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** '1,299.50' in paise; undefined for anything that is not an amount. */
function paiseOf(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}
