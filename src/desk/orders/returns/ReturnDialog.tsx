import { type FormEvent, useState } from 'react'

import type { StaffOrder } from '#contract/staff/board.ts'
import type { StaffReturn } from '#contract/staff/pickups.ts'
import { errorText, requestIdempotently } from '#desk/app/request.ts'
import { RiderField } from '#desk/orders/changes/MoveDialog.tsx'
import { EffectList } from '#desk/orders/changes/MoveEffects.tsx'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { returnTexts as texts } from './returnTexts.ts'

/** What the dialog is for: who fetches the items, or what happens with one of them. */
export type ReturnChoice = { move: 'assign' } | { move: 'receive' | 'refuse'; item: number }

/** With the item as the page shows it now: a move is made from the state that the person sees. */
type ReturnStep = { move: 'assign' } | { move: 'receive' | 'refuse'; line: StaffReturn }

type Props = {
  order: StaffOrder
  step: ReturnChoice
  onClose: () => void
  onChanged: (order: StaffOrder) => void
}

type Change = { riderId?: string; reason?: string }

function send({ number, returns }: StaffOrder, step: ReturnStep, { riderId, reason }: Change) {
  const params = { number }
  if (step.move === 'assign') {
    // The same rider again after another one is a change of its own.
    const seen = returns.map(({ rider }) => rider)
    return requestIdempotently('assignPickup', { params, body: { riderId } }, seen)
  }
  const { item, status: from } = step.line
  const body = { item, from, move: step.move, reason }
  return requestIdempotently('moveReturn', { params, body })
}

/** Asks who fetches the items, or once more before an item is received or refused. */
export function ReturnDialog({ step, ...props }: Props) {
  if (step.move === 'assign') return <ReturnForm step={step} {...props} />
  const line = props.order.returns.find(({ item }) => item === step.item)
  return line && <ReturnForm step={{ move: step.move, line }} {...props} />
}

function ReturnForm({
  order,
  step,
  onClose,
  onChanged,
}: Omit<Props, 'step'> & { step: ReturnStep }) {
  const { move } = step
  const [riderId, setRiderId] = useState<string>()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const current = order.returns.find(({ rider, check }) => rider !== null && check === null)?.rider

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const words = reason.trim()
    if (move === 'assign' && riderId === undefined) return setProblem(texts.chooseRider)
    if (move === 'refuse' && words === '') return setProblem(texts.giveReason)
    setIsBusy(true)
    setProblem(undefined)
    try {
      const change = { ...(riderId && { riderId }), ...(words && { reason: words }) }
      onChanged((await send(order, step, change)).result)
    } catch (error) {
      setProblem(errorText(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog title={texts.dialogs[move]} onClose={onClose}>
      <form className={formStyles.longForm} noValidate onSubmit={(event) => void submit(event)}>
        {step.move !== 'assign' && <EffectList effect={effectOf(order, step)} />}
        {move === 'assign' && (
          <RiderField
            chosen={riderId}
            current={current?.id}
            problem={undefined}
            onChoose={setRiderId}
          />
        )}
        {move === 'refuse' && (
          <TextField name={texts.reason} max={200} value={reason} onType={setReason} isFirst />
        )}
        <FormFooter
          {...{ problem, isBusy, onClose }}
          action={texts.save[move]}
          variant={move === 'refuse' ? 'danger' : 'go'}
          cancel={texts.notNow}
        />
      </form>
    </Dialog>
  )
}

/** What receiving or refusing an item does, as `lineTransitions.ts` on the server does it. */
function effectOf(
  { warehouse }: StaffOrder,
  { move, line }: Exclude<ReturnStep, { move: 'assign' }>,
) {
  const { kind, name, size, newSize, quantity } = line
  const { effects } = texts
  if (move === 'refuse') {
    return {
      stock: newSize === null ? null : effects.newSizeBack(newSize),
      ...{ money: effects.noRefund, message: effects.refused },
    }
  }
  return {
    stock: effects.returned(texts.item(name, size, quantity), warehouse.name),
    money: kind === 'return' ? effects.refund : effects.noRefund,
    message: kind === 'return' ? effects.received : effects.exchanged,
  }
}
