import { useAtomValue } from 'jotai'
import { useState } from 'react'

import type { ErrorReply } from '#contract/errors.ts'
import { ApiError } from '#platform/apiError.ts'
import { keepUser, userAtom } from '#platform/session.ts'
import { tell, tellPlainly, tellServerMessageOr } from '#platform/tell.ts'
import type { ProfileDraft } from './ProfileForm.tsx'
import { saveProfile } from './profileApi.ts'

const couldNotSave = tellServerMessageOr('Failed to update profile')

/** Who is signed in, and how to change what may be changed of them. */
export function useProfile() {
  const user = useAtomValue(userAtom)
  const [problems, setProblems] = useState<ErrorReply['fields']>()
  const [isSaving, setIsSaving] = useState(false)

  async function save(draft: ProfileDraft): Promise<void> {
    if (!user) return
    const { firstName, lastName, email } = trimmed(draft)
    const isSame =
      firstName === user.firstName && lastName === user.lastName && email === user.email
    if (isSame) return tellPlainly('No changes to update')
    setIsSaving(true)
    setProblems(undefined)
    const { contactNumber, dateOfBirth, gender } = user
    await saveProfile({ firstName, lastName, email, contactNumber, dateOfBirth, gender }).then(
      (saved) => {
        keepUser(saved)
        return tell('Profile updated successfully!')
      },
      (error: unknown) => {
        if (error instanceof ApiError) setProblems(error.reply?.fields)
        return couldNotSave(error)
      },
    )
    setIsSaving(false)
  }

  return { user, problems, isSaving, save }
}

const trimmed = ({ firstName, lastName, email }: ProfileDraft): ProfileDraft => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  email: email.trim(),
})
