import { useState } from 'react'

import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { DeleteAccountDialog } from '#features/account/DeleteAccountDialog.tsx'
import { ProfileForm } from '#features/account/ProfileForm.tsx'
import { useProfile } from '#features/account/useProfile.ts'
import { YourData } from '#features/account/YourData.tsx'
import { useSignOut } from '#features/auth/useSignOut.ts'
import { tell } from '#platform/tell.ts'

export default function ProfilePage() {
  const { user, problems, isSaving, save } = useProfile()
  const signOut = useSignOut()
  const [isDeleting, setIsDeleting] = useState(false)

  async function leave() {
    await signOut()
    await tell('Your account is deleted')
  }

  return (
    <AccountFrame title="My Profile" onSignOut={() => void signOut()}>
      {user && (
        <>
          <ProfileForm
            key={user._id}
            user={user}
            problems={problems}
            isSaving={isSaving}
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
