import { useState } from 'react'

import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { DeleteAccountDialog } from '#features/account/DeleteAccountDialog.tsx'
import { ProfileForm } from '#features/account/ProfileForm.tsx'
import { useProfile } from '#features/account/useProfile.ts'
import { YourData } from '#features/account/YourData.tsx'
import { useForget } from '#features/auth/useForget.ts'
import { useSignOut } from '#features/auth/useSignOut.ts'
import { dropPush } from '#platform/dropPush.ts'
import { tell } from '#platform/tell.ts'

export default function ProfilePage() {
  const { user, problems, isSaving, isWaiting, save } = useProfile()
  const signOut = useSignOut()
  const forget = useForget()
  const [isDeleting, setIsDeleting] = useState(false)

  /** The session is over already: signing out would be refused. */
  async function leave() {
    await dropPush().catch(() => undefined)
    await forget()
    await tell('Your account is deleted')
  }

  return (
    <AccountFrame title="My Profile" isInHeader onSignOut={() => void signOut()}>
      {user && (
        <>
          <ProfileForm
            key={user._id}
            user={user}
            problems={problems}
            isSaving={isSaving}
            isWaiting={isWaiting}
            onSave={(draft) => void save(draft)}
          />
          <YourData onDelete={() => setIsDeleting(true)} />
          {isDeleting && (
            <DeleteAccountDialog
              contactNumber={user.contactNumber}
              onDeleted={() => void leave()}
              onClose={() => setIsDeleting(false)}
            />
          )}
        </>
      )}
    </AccountFrame>
  )
}
