import { type FormEvent, useState } from 'react'
import { useAtomValue } from 'jotai'

import type { User, UserGender } from '#contract/account/account.ts'
import type { ErrorResponse } from '#contract/errors.ts'
import * as rules from '#contract/rules.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { submit } from '#features/outbox/outbox.ts'
import { isOutboxReadAtom } from '#platform/outbox/outboxAtom.ts'
import { toastPendingChange, useIsPending } from '#platform/outbox/pendingChanges.ts'
import { toastSuccess, toastInfo, toastServerMessageOr } from '#platform/toasts.ts'
import { PendingBadge } from '#ui/feedback/Note.tsx'
import { Button } from '#ui/forms/Button.tsx'
import { Field } from '#ui/forms/Fields.tsx'
import styles from './ProfileForm.module.css'
import { optimisticUserAtom } from './optimisticUserAtom.ts'

type ProfileDraft = Pick<User, 'firstName' | 'lastName' | 'email'>

type Props = {
  user: User
  problems: ErrorResponse['fields']
  isSaving: boolean
  /** Set while the saved profile is not sent yet. */
  isPending: boolean
  onSave: (draft: ProfileDraft) => void
}

const genderText = {
  male: 'Male',
  female: 'Female',
  other: 'Other',
} as const satisfies Record<UserGender, string>

const maxNameLength = 60

/** The profile form; some fields cannot be changed. */
export function ProfileForm({ user, problems = {}, isSaving, isPending, onSave }: Props) {
  const { firstName, lastName, email, contactNumber, dateOfBirth, gender } = user
  const [draft, setDraft] = useState<ProfileDraft>({ firstName, lastName, email })
  const change = (part: Partial<ProfileDraft>) => setDraft({ ...draft, ...part })

  function submit(event: FormEvent) {
    event.preventDefault()
    onSave(draft)
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label="First Name"
        autoComplete="given-name"
        maxLength={maxNameLength}
        value={draft.firstName}
        error={problems.firstName}
        onChange={({ target }) => change({ firstName: target.value })}
      />
      <Field
        label="Last Name"
        autoComplete="family-name"
        maxLength={maxNameLength}
        value={draft.lastName}
        error={problems.lastName}
        onChange={({ target }) => change({ lastName: target.value })}
      />
      <Field label="Phone No" value={`${rules.phone.prefix} ${contactNumber}`} readOnly />
      <Field
        label="Date of Birth"
        type="date"
        min="1900-01-01"
        max="2100-12-31"
        value={dateOfBirth}
        readOnly
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={120}
        value={draft.email}
        error={problems.email}
        onChange={({ target }) => change({ email: target.value })}
      />
      <Field label="Gender" value={genderText[gender]} readOnly />
      <div className={styles.step}>
        <Button type="submit" isBusy={isSaving} busyText="Saving...">
          Save Changes
        </Button>
        {isPending && <PendingBadge />}
      </div>
    </form>
  )
}

const couldNotSave = toastServerMessageOr('Failed to update profile')

/** The customer's profile, and how to change it. */
export function useProfile() {
  const user = useAtomValue(optimisticUserAtom)
  // Changes that wait from an earlier visit are in the form from the start.
  const isRead = useAtomValue(isOutboxReadAtom)
  const isPending = useIsPending(({ type }) => type === 'profile.update')
  const [problems, setProblems] = useState<ErrorResponse['fields']>()
  const [isSaving, setIsSaving] = useState(false)

  async function save(draft: ProfileDraft): Promise<void> {
    if (!user) return
    const { firstName, lastName, email } = trimmed(draft)
    const isSame =
      firstName === user.firstName && lastName === user.lastName && email === user.email
    if (isSame) return toastInfo('No changes to update')
    setIsSaving(true)
    setProblems(undefined)
    await submit({ type: 'profile.update', profile: { firstName, lastName, email } }).then(
      (submission) =>
        submission === 'sent'
          ? toastSuccess('Profile updated successfully!')
          : toastPendingChange(),
      (error: unknown) => {
        if (error instanceof ApiError) setProblems(error.response?.fields)
        return couldNotSave(error)
      },
    )
    setIsSaving(false)
  }

  return { user: isRead ? user : null, problems, isSaving, isPending, save }
}

const trimmed = ({ firstName, lastName, email }: ProfileDraft): ProfileDraft => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
})
