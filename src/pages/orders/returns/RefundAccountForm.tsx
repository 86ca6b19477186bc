import { type FormEvent, useState } from 'react'
import * as v from 'valibot'

import { type Order, RefundAccount } from '#contract/orders/order.ts'
import { awaitsPickup } from '#features/orders/details/OrderSummary.tsx'
import { setRefundAccount } from '#features/orders/ordersApi.ts'
import { toastServerMessageOr, toastSuccess } from '#platform/toasts.ts'
import { Button, TextButton } from '#ui/forms/Button.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import styles from './RefundAccountForm.module.css'

const couldNotSave = toastServerMessageOr('We couldn’t save it. Please try again.')

/** Whether money that was paid on delivery is to be refunded, or will be after a pickup. */
const isRefundedByHand = ({ paymentMethod, products, refund }: Order): boolean =>
  paymentMethod === 'Cash on delivery' &&
  (products.some(({ status }) => awaitsPickup.has(status)) ||
    (refund?.status === 'pending' && (refund.parts ?? []).some(({ to }) => to === 'cash')))

type Draft = {
  kind: RefundAccount['kind']
  upiId: string
  holder: string
  accountNumber: string
  ifsc: string
}
const emptyDraft: Draft = { kind: 'upi', upiId: '', holder: '', accountNumber: '', ifsc: '' }

type Props = { order: Order; onSaved: () => void }

/** Asks where the refund of an order paid on delivery shall go, or says where it goes. */
export function RefundAccountForm({ order, onSaved }: Props) {
  const { refundAccount } = order
  const [isEditing, setIsEditing] = useState(false)
  if (!isRefundedByHand(order)) return null
  if (refundAccount && !isEditing) {
    return (
      <Panel title="Refund to">
        <p>{accountText(refundAccount)}</p>
        <TextButton onClick={() => setIsEditing(true)}>Change</TextButton>
      </Panel>
    )
  }
  return (
    <Panel title="Where should we send your refund?">
      <AccountForm
        orderId={order._id}
        initial={{ ...emptyDraft, ...refundAccount }}
        onSaved={() => {
          setIsEditing(false)
          onSaved()
        }}
      />
    </Panel>
  )
}

type AccountFormProps = { orderId: string; initial: Draft; onSaved: () => void }

function AccountForm({ orderId, initial, onSaved }: AccountFormProps) {
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [isSending, setIsSending] = useState(false)
  const isUpi = draft.kind === 'upi'

  async function save(event: FormEvent) {
    event.preventDefault()
    const { success, output, issues = [] } = v.safeParse(RefundAccount, draft)
    const problems = issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message] as const)
    setProblems({
      ...Object.fromEntries(problems),
      ...(!isUpi && !draft.holder.trim() && { holder: 'Enter the name of the account holder' }),
    })
    if (!success) return
    setIsSending(true)
    await setRefundAccount(orderId, output).then(({ msg }) => {
      onSaved()
      return toastSuccess(msg ?? 'Saved')
    }, couldNotSave)
    setIsSending(false)
  }

  const field = (name: Exclude<keyof Draft, 'kind'>, label: string) => (
    <Field
      label={label}
      autoComplete="off"
      inputMode={name === 'accountNumber' ? 'numeric' : 'text'}
      maxLength={80}
      value={draft[name]}
      error={problems[name]}
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
    />
  )
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {isUpi ? (
        field('upiId', 'UPI ID')
      ) : (
        <>
          {field('holder', 'Name of the account holder')}
          {field('accountNumber', 'Account number')}
          {field('ifsc', 'IFSC')}
        </>
      )}
      <Button type="submit" isWide isBusy={isSending} busyText="Saving...">
        Save
      </Button>
      <TextButton onClick={() => setDraft({ ...draft, kind: isUpi ? 'bank' : 'upi' })}>
        {isUpi ? 'Use a bank account instead' : 'Use a UPI ID instead'}
      </TextButton>
    </form>
  )
}

const accountText = (account: RefundAccount): string =>
  account.kind === 'upi'
    ? account.upiId
    : `${account.holder}, account ${account.accountNumber}, IFSC ${account.ifsc}`
