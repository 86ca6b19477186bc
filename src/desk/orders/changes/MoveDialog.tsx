import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import type { StaffOrder } from '#contract/staff/board.ts'
import { moveRules, type OrderMove } from '#contract/staff/orderMoves.ts'
import { moneyAfterTrial } from '#contract/staff/trial.ts'
import { useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import type { MoveDetails } from '#desk/orders/moves.ts'
import { endingMoves } from '#desk/orders/orderStates.ts'
import { texts } from '#desk/orders/texts.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { LoadingRows } from '#desk/ui/feedback/PageState.tsx'
import { Choice } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { moneyText } from '#desk/ui/money.ts'
import styles from './MoveDialog.module.css'
import { EffectList, moveLabel } from './MoveEffects.tsx'

type Props = {
  move: OrderMove
  title: string
  /** The order, where its effects and items are known; the board knows neither. */
  order?: StaffOrder
  problem: string | undefined
  isBusy: boolean
  onMove: (details: MoveDetails) => void
  onClose: () => void
}

type Missing = { field: 'rider' | 'reason'; text: string }

/** Asks for what a move needs, and once more before it ends an order or changes money. */
export function MoveDialog({ move, title, order, problem, isBusy, onMove, onClose }: Props) {
  const [riderId, setRiderId] = useState<string>()
  const [reason, setReason] = useState('')
  const [kept, setKept] = useState(() => allSizes(order))
  const [missing, setMissing] = useState<Missing>()
  const { needs } = moveRules[move]
  const hasTrial = move === 'deliver' && order?.state === 'trial'
  const trialMoney = hasTrial ? moneyOfTrial(order, kept) : undefined
  const effect = order?.moves.find((entry) => entry.move === move)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (needs === 'rider' && riderId === undefined)
      return setMissing({ field: 'rider', text: texts.chooseRiderFirst })
    if (needs === 'reason' && reason.trim() === '')
      return setMissing({ field: 'reason', text: texts.giveReason })
    setMissing(undefined)
    onMove({
      ...(needs === 'rider' && { riderId }),
      ...(needs === 'reason' && { reason: reason.trim() }),
      ...(hasTrial && { kept: itemsToKeep(kept) }),
    })
  }
  const problemOf = (field: Missing['field']) =>
    missing?.field === field ? missing.text : undefined

  return (
    <Dialog onClose={onClose} title={title}>
      <form className={formStyles.longForm} noValidate onSubmit={submit}>
        {effect && (
          <EffectList
            effect={trialMoney ? { ...effect, money: trialMoneyText(trialMoney) } : effect}
          />
        )}
        {needs === 'rider' && (
          <RiderField
            chosen={riderId}
            current={order?.rider?.id}
            problem={problemOf('rider')}
            onChoose={setRiderId}
          />
        )}
        {needs === 'reason' && (
          <ReasonField move={move} problem={problemOf('reason')} onChange={setReason} />
        )}
        {hasTrial && order && <TrialField order={order} kept={kept} onChange={setKept} />}
        <FormFooter
          {...{ problem, isBusy, onClose }}
          action={moveLabel(move, order, trialMoney?.duePaise)}
          variant={endingMoves.has(move) ? 'danger' : 'go'}
          cancel={texts.keep}
        />
      </form>
    </Dialog>
  )
}

type RiderProps = {
  chosen: string | undefined
  /** Who carries the order now, and cannot be chosen. */
  current: string | undefined
  problem: string | undefined
  onChoose: (riderId: string) => void
}

/** The riders who may take an order, to choose one. */
export function RiderField({ chosen, current, problem, onChoose }: RiderProps) {
  const { data, problem: readProblem, refresh } = useRead('readRiders')
  const riders = data?.result.data.filter(({ id }) => id !== current)
  if (!riders && readProblem) {
    return (
      <div className={formStyles.form}>
        <Note kind="bad">{texts.couldNotLoadRiders}</Note>
        <Button variant="line" onClick={refresh}>
          {frameTexts.tryAgain}
        </Button>
      </div>
    )
  }
  if (!riders) return <LoadingRows label={texts.loading} count={3} />
  if (riders.length === 0) return <Note kind="warn">{texts.noRiders}</Note>
  return (
    <fieldset className={formStyles.choices} aria-describedby={problem && 'rider-problem'}>
      <legend>{texts.riders}</legend>
      {riders.map(({ id, name, orderCount, isOnShift }, position) => (
        <Choice
          key={id}
          name="rider"
          isChosen={chosen === id}
          isFirst={position === 0}
          detail={texts.riderOrders(orderCount, isOnShift)}
          onChoose={() => onChoose(id)}
        >
          {name}
        </Choice>
      ))}
      <Problem id="rider-problem" text={problem} />
    </fieldset>
  )
}

type ReasonProps = {
  move: OrderMove
  problem: string | undefined
  onChange: (reason: string) => void
}

const other = 'other'

function ReasonField({ move, problem, onChange }: ReasonProps) {
  const [choice, setChoice] = useState<string>()
  const [words, setWords] = useState('')
  const usual = texts.reasons[move] ?? []
  const isOther = choice === other || usual.length === 0
  return (
    <fieldset className={formStyles.choices} aria-describedby={problem && 'reason-problem'}>
      <legend>{texts.reason}</legend>
      {usual.map((reason, position) => (
        <Choice
          key={reason}
          name="reason"
          isChosen={choice === reason}
          isFirst={position === 0}
          onChoose={() => {
            setChoice(reason)
            onChange(reason)
          }}
        >
          {reason}
        </Choice>
      ))}
      {usual.length > 0 && (
        <Choice
          name="reason"
          isChosen={choice === other}
          onChoose={() => {
            setChoice(other)
            onChange(words)
          }}
        >
          {texts.otherReason}
        </Choice>
      )}
      {isOther && (
        <label className={formStyles.field}>
          <span>{texts.reasonWords}</span>
          <input
            maxLength={200}
            autoFocus
            value={words}
            onChange={({ target }) => {
              setWords(target.value)
              onChange(target.value)
            }}
          />
        </label>
      )}
      <Problem id="reason-problem" text={problem} />
    </fieldset>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} className={styles.problem} role="alert">
      {text}
    </p>
  )
}

/** The size of each item that the customer keeps; empty if it is taken back. */
type SizeChoices = Record<number, string>

const openLines = (order: StaffOrder | undefined) =>
  order?.lines.filter(({ status }) => status !== 'Cancelled') ?? []

const allSizes = (order: StaffOrder | undefined): SizeChoices =>
  Object.fromEntries(openLines(order).map(({ item, soldSize, size }) => [item, soldSize ?? size]))

const itemsToKeep = (kept: SizeChoices) =>
  Object.entries(kept)
    .filter(([, size]) => size !== '')
    .map(([item, size]) => ({ item: Number(item), size }))

const moneyOfTrial = (order: StaffOrder, kept: SizeChoices) =>
  moneyAfterTrial(
    openLines(order).filter(({ item }) => kept[item] === ''),
    order.duePaise,
  )

function trialMoneyText({ duePaise, refundPaise }: ReturnType<typeof moneyOfTrial>) {
  const parts = [
    duePaise > 0 && texts.change.countsAsPaid(moneyText(duePaise)),
    refundPaise > 0 && texts.change.refunded(moneyText(refundPaise)),
  ]
  return parts.filter(Boolean).join('. ') || null
}

type TrialFieldProps = {
  order: StaffOrder
  kept: SizeChoices
  onChange: (kept: SizeChoices) => void
}

function TrialField({ order, kept, onChange }: TrialFieldProps) {
  return (
    <div className={`${formStyles.form} ${styles.kept}`}>
      <h3>{texts.kept}</h3>
      <p className={styles.hint}>{texts.keptHint}</p>
      {openLines(order).map(({ item, name, size, trialSize }) => (
        <fieldset key={item} className={formStyles.choices}>
          <legend>{name}</legend>
          {[size, trialSize, ''].map(
            (choice) =>
              choice !== null && (
                <Choice
                  key={choice}
                  name={`kept-${item}`}
                  isChosen={kept[item] === choice}
                  onChoose={() => onChange({ ...kept, [item]: choice })}
                >
                  {choice ? texts.keepsSize(choice) : texts.keepsNothing}
                </Choice>
              ),
          )}
        </fieldset>
      ))}
    </div>
  )
}
