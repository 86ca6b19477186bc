import { useState } from 'react'

import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { DeleteAccountDialog, DownloadData } from '#features/account/profile/PersonalData.tsx'
import { ProfileForm, useProfile } from '#features/account/profile/ProfileForm.tsx'
import { useClearUserData, useConfirmedLogout } from '#features/auth/logout/useLogout.ts'
import { unsubscribeFromPush } from '#platform/serviceWorker/pushSubscription.ts'
import { toastSuccess } from '#platform/toasts.ts'

export default function ProfilePage() {
  const { user, problems, isSaving, isPending, save } = useProfile()
  const logOut = useConfirmedLogout()
  const forget = useClearUserData()
  const [isDeleting, setIsDeleting] = useState(false)

  /** The session has ended already, so the server would reject a logout. */
  async function leave() {
    await unsubscribeFromPush().catch(() => undefined)
    await forget()
    await toastSuccess('Your account has been deleted')
  }

  return (
    <AccountFrame title="My Profile" isTitleInHeader onLogout={() => void logOut()}>
      {user && (
        <>
          <ProfileForm
            key={user._id}
            user={user}
            problems={problems}
            isSaving={isSaving}
            isPending={isPending}
            onSave={(draft) => void save(draft)}
          />
          <DownloadData onDelete={() => setIsDeleting(true)} />
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
