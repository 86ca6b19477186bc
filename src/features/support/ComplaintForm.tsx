import { useAtom, useAtomValue } from 'jotai'
import { useState } from 'react'
import * as v from 'valibot'

import type { User } from '#contract/account/account.ts'
import { calls } from '#contract/api/calls.ts'
import type { Order } from '#contract/orders/order.ts'
import * as rules from '#contract/rules.ts'
import { Complaint, ComplaintResponse } from '#contract/store/storeFacts.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, parseResponse } from '#platform/api/http.ts'
import { userAtom } from '#platform/session/session.ts'
import { persistedAtom } from '#platform/storage/persistedAtom.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Checkbox, Field, TextArea } from '#ui/forms/Fields.tsx'
import { DateTime } from '#ui/text/DateTime.tsx'
import styles from './ComplaintForm.module.css'

type ComplaintDraft = {
  name: string
  contactNumber: string
  orderId: string
  text: string
}
/** An unsent complaint, and who wrote it. */
const SavedComplaint = v.object({
  /** Undefined for a guest. */
  ownerId: v.optional(v.string()),
  /** When it was written, in ms since 1970. */
  at: v.number(),
  orderId: v.string(),
  text: v.string(),
})
type SavedComplaint = v.InferOutput<typeof SavedComplaint>
const emptyComplaint: SavedComplaint = { at: 0, orderId: '', text: '' }
const savedComplaintAtom = persistedAtom<SavedComplaint>(
  'complaint',
  SavedComplaint,
  emptyComplaint,
)
/** An unsent complaint is shown for this long: later somebody else may use the device. */
const savedLifetimeMs = 24 * 60 * 60 * 1000

type ComplaintProblems = Partial<Record<keyof ComplaintDraft | 'form', string>>

/** The complaint form's state, prefilled with the customer's details; after sending, its ticket. */
function useComplaint(user: User | null, orderNumber: string | undefined) {
  const [openedMs] = useState(() => Date.now())
  const [unsent, setUnsent] = useAtom(savedComplaintAtom)
  /** What was typed or chosen replaces the order of the link. */
  const [typedOrder, setTypedOrder] = useState<string>()
  const [typed, setTyped] = useState<Partial<Pick<ComplaintDraft, 'name' | 'contactNumber'>>>({})
  const ownerId = user?._id
  // What a guest has typed stays after the login.
  const isOwn = (stored: SavedComplaint) =>
    [undefined, ownerId].includes(stored.ownerId) && openedMs - stored.at < savedLifetimeMs
  const { orderId, text } = isOwn(unsent) ? unsent : emptyComplaint
  const draft = {
    name: user?.name ?? '',
    contactNumber: user?.contactNumber ?? '',
    ...typed,
    orderId: typedOrder ?? orderNumber ?? orderId,
    text,
  }
  const [problems, setProblems] = useState<ComplaintProblems>({})
  const [ticket, setTicket] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  async function submit(): Promise<void> {
    const draftProblems = problemsOf(draft)
    setProblems(draftProblems)
    if (Object.keys(draftProblems).length > 0) return
    setIsSending(true)
    const { orderId, ...rest } = draft
    await sendComplaint(orderId.trim() ? { ...rest, orderId } : rest).then(
      (number) => {
        setTicket(number)
        void setUnsent(() => emptyComplaint)
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const form = error.msg ?? 'We couldn’t send your complaint. Please try again.'
        setProblems({ ...error.response?.fields, form })
      },
    )
    setIsSending(false)
  }

  const write = (part: Partial<Pick<ComplaintDraft, 'orderId' | 'text'>>) => {
    if (part.orderId !== undefined) setTypedOrder(part.orderId)
    void setUnsent((stored) => ({
      ...(isOwn(stored) ? stored : emptyComplaint),
      ownerId,
      at: Date.now(),
      ...part,
    }))
  }
  const change = (part: typeof typed) => setTyped((now) => ({ ...now, ...part }))
  return { draft, problems, ticket, isSending, change, write, submit }
}

const { name: ComplaintName, contactNumber: ComplaintPhone } = Complaint.entries

function nameProblemOf(name: string): ComplaintProblems {
  if (!name.trim()) return { name: 'Enter your name' }
  return v.is(ComplaintName, name) ? {} : { name: 'Enter your name, in letters only' }
}

function problemsOf({ name, contactNumber, text }: ComplaintDraft): ComplaintProblems {
  return {
    ...nameProblemOf(name),
    ...(v.is(ComplaintPhone, contactNumber)
      ? {}
      : { contactNumber: 'Enter a valid mobile number' }),
    ...(text.trim() ? {} : { text: 'Tell us what went wrong' }),
  }
}

const { prefix } = rules.phone

type Props = {
  /** Orders to choose from. */
  orders?: Order[]
  /** The number of the order that the complaint is about. */
  orderNumber?: string | undefined
}

/** The complaint form, which returns a ticket number. */
export function ComplaintForm({ orders = [], orderNumber }: Props) {
  const user = useAtomValue(userAtom)
  const { draft, problems, ticket, isSending, change, write, submit } = useComplaint(
    user,
    orderNumber,
  )
  const [picked, setIsPicked] = useState<boolean>()
  const isPicked = picked ?? orders.some(({ orderID }) => orderID === orderNumber)
  if (ticket) {
    return (
      <div role="status">
        <Note tone="mint" icon="check">
          Thank you. Your ticket number is <b>{ticket}</b>. We’ll reply within 48 hours and resolve
          your complaint within 30 days.
        </Note>
      </div>
    )
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {problems.form && <Note tone="danger">{problems.form}</Note>}
      <Field
        label="Name"
        autoComplete="name"
        maxLength={80}
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label="Mobile number"
        prefix={prefix}
        inputMode="numeric"
        autoComplete="tel-national"
        value={draft.contactNumber}
        error={problems.contactNumber}
        onChange={({ target }) =>
          change({ contactNumber: typedPhone(target.value, draft.contactNumber) })
        }
      />
      <OrderPicker
        orders={orders}
        chosen={isPicked ? draft.orderId : undefined}
        onChoose={(orderID) => {
          setIsPicked(orderID !== undefined)
          write({ orderId: orderID ?? '' })
        }}
      />
      {!isPicked && (
        <Field
          label="Order ID (optional)"
          maxLength={60}
          value={draft.orderId}
          error={problems.orderId}
          onChange={({ target }) => write({ orderId: target.value })}
        />
      )}
      <TextArea
        label="What went wrong?"
        maxLength={4000}
        value={draft.text}
        error={problems.text}
        onChange={({ target }) => write({ text: target.value })}
      />
      <Button type="submit" isWide isBusy={isSending} busyText="Submitting...">
        Submit complaint
      </Button>
    </form>
  )
}

type OrderPickerProps = {
  orders: Order[]
  /** The order's number; undefined while none of them is chosen. */
  chosen: string | undefined
  onChoose: (orderID: string | undefined) => void
}

const productsText = ([first, ...others]: Order['products']) =>
  `${first?.productId.name ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`

/** The customer's last orders, so that no number has to be typed. */
function OrderPicker({ orders, chosen, onChoose }: OrderPickerProps) {
  if (orders.length === 0) return null
  return (
    <fieldset>
      <legend className={styles.legend}>Which order is it about?</legend>
      {orders.map(({ orderID, createdAt, products }) => (
        <Checkbox
          key={orderID}
          type="radio"
          name="order"
          checked={orderID === chosen}
          onChange={() => onChoose(orderID)}
        >
          <span>
            <span>{productsText(products)}</span>
            <small className={styles.order}>
              <span>{orderID}</span>, <DateTime at={createdAt} />
            </small>
          </span>
        </Checkbox>
      ))}
      <Checkbox
        type="radio"
        name="order"
        checked={chosen === undefined}
        onChange={() => onChoose(undefined)}
      >
        Another order or something else
      </Checkbox>
    </fieldset>
  )
}

/** Returns the ticket number. */
async function sendComplaint(json: v.InferInput<typeof Complaint>): Promise<string> {
  const { result } = await parseResponse(ComplaintResponse, request(calls.complain, { json }))
  return result.ticket
}
