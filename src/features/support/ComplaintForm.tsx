import { useAtomValue } from 'jotai'

import { rules } from '#contract/rules.ts'
import { userAtom } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextBox } from '#ui/TextBox.tsx'
import styles from './ComplaintForm.module.css'
import { useComplaint } from './useComplaint.ts'

const { digits, prefix } = rules.phone

/** A complaint in writing, answered with a ticket. It begins with what is known of the user. */
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
          Thank you. Your ticket is <b>{ticket}</b>. Keep it: you will hear from us within 48 hours,
          and it is settled within a month.
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
      <TextBox
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
