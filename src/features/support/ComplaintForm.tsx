import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type * as v from 'valibot'

import { calls } from '#contract/api/calls.ts'
import { phonePattern } from '#contract/auth.ts'
import * as rules from '#contract/rules.ts'
import { type Complaint, ComplaintReply } from '#contract/storeFacts.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { request, send } from '#platform/api/http.ts'
import { userAtom } from '#platform/session/session.ts'
import { Note } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Field, TextArea } from '#ui/forms/Fields.tsx'
import styles from './ComplaintForm.module.css'

type ComplaintDraft = {
  name: string
  contactNumber: string
  orderId: string
  text: string
}
type ComplaintProblems = Partial<Record<keyof ComplaintDraft | 'whole', string>>

/** The complaint form's state, prefilled with the customer's details; after sending, its ticket. */
function useComplaint(start: Pick<ComplaintDraft, 'name' | 'contactNumber'>) {
  const [written, setWritten] = useState<Partial<ComplaintDraft>>({})
  const draft = { ...start, orderId: '', text: '', ...written }
  const [problems, setProblems] = useState<ComplaintProblems>({})
  const [ticket, setTicket] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  async function submit(): Promise<void> {
    const found = problemsOf(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setIsSending(true)
    const { orderId, ...rest } = draft
    await complain(orderId.trim() ? { ...rest, orderId } : rest).then(
      setTicket,
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const whole = error.msg ?? "We couldn't send your complaint. Please try again."
        setProblems({ ...error.reply?.fields, whole })
      },
    )
    setIsSending(false)
  }

  const change = (part: Partial<ComplaintDraft>) => setWritten((now) => ({ ...now, ...part }))
  return { draft, problems, ticket, isSending, change, submit }
}

function problemsOf({ name, contactNumber, text }: ComplaintDraft): ComplaintProblems {
  return {
    ...(name.trim() ? {} : { name: 'Please enter your name' }),
    ...(phonePattern.test(contactNumber)
      ? {}
      : { contactNumber: 'Please enter a valid mobile number' }),
    ...(text.trim() ? {} : { text: 'Please tell us what went wrong' }),
  }
}

const { digits, prefix } = rules.phone

/** The complaint form, which returns a ticket number. */
export function ComplaintForm() {
  const user = useAtomValue(userAtom)
  const { draft, problems, ticket, isSending, change, submit } = useComplaint({
    name: user?.name ?? '',
    contactNumber: user?.contactNumber ?? '',
  })
  if (ticket) {
    return (
      <div role="status">
        <Note tone="mint" icon="check">
          Thank you. Your ticket number is <b>{ticket}</b>. We'll reply within 48 hours and resolve
          your complaint within a month.
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
      {problems.whole && <Note tone="danger">{problems.whole}</Note>}
      <Field
        label="Name"
        autoComplete="name"
        maxLength={80}
        value={draft.name}
        error={problems.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label="Phone"
        prefix={prefix}
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={digits}
        value={draft.contactNumber}
        error={problems.contactNumber}
        onChange={({ target }) => change({ contactNumber: target.value.replace(/\D/g, '') })}
      />
      <Field
        label="Order ID (optional)"
        maxLength={60}
        value={draft.orderId}
        error={problems.orderId}
        onChange={({ target }) => change({ orderId: target.value })}
      />
      <TextArea
        label="What went wrong?"
        maxLength={4000}
        value={draft.text}
        error={problems.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Button type="submit" isWide isBusy={isSending} busyText="Sending...">
        Send complaint
      </Button>
    </form>
  )
}

/** Returns the ticket number. */
async function complain(json: v.InferInput<typeof Complaint>): Promise<string> {
  const { result } = await send(ComplaintReply, request(calls.complain, { json }))
  return result.ticket
}
