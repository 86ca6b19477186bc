import { useAtomValue } from 'jotai'
import { useState } from 'react'

import type { ErrorReply } from '#contract/errors.ts'
import { ApiError } from '#platform/api/apiError.ts'
import { isOutboxReadAtom } from '#platform/outbox/outboxAtom.ts'
import { toastWaiting, useIsWaiting } from '#platform/outbox/waiting.ts'
import { toastSuccess, toastInfo, toastServerMessageOr } from '#platform/toasts.ts'
import type { ProfileDraft } from './ProfileForm.tsx'
import { submit } from './profileOutbox.ts'
import { shownUserAtom } from './shownUserAtom.ts'

const couldNotSave = toastServerMessageOr('Failed to update profile')

/** The customer's profile, and how to change it. */
export function useProfile() {
  const user = useAtomValue(shownUserAtom)
  // Changes that wait from an earlier visit are in the form from the start.
  const isRead = useAtomValue(isOutboxReadAtom)
  const isWaiting = useIsWaiting(({ type }) => type === 'profile.update')
  const [problems, setProblems] = useState<ErrorReply['fields']>()
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
        submission === 'sent' ? toastSuccess('Profile updated successfully!') : toastWaiting(),
      (error: unknown) => {
        if (error instanceof ApiError) setProblems(error.reply?.fields)
        return couldNotSave(error)
      },
    )
    setIsSaving(false)
  }

  return { user: isRead ? user : null, problems, isSaving, isWaiting, save }
}

const trimmed = ({ firstName, lastName, email }: ProfileDraft): ProfileDraft => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
})
