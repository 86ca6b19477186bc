import { useAtomValue } from 'jotai'

import { AccountFrame } from '#features/account/AccountFrame.tsx'
import { shownUserAtom } from '#features/account/profile/shownUserAtom.ts'
import { useSignOut } from '#features/auth/logout/useLogout.ts'
import { PushSettings } from '#features/notifications/PushSettings.tsx'
import { Panel } from '#ui/layout/Columns.tsx'

export default function AccountPage() {
  const user = useAtomValue(shownUserAtom)
  const signOut = useSignOut()
  return (
    <AccountFrame title="My Account" isStart isInHeader onSignOut={() => void signOut()}>
      {user && (
        <Panel title={user.name}>
          <p>+91 {user.contactNumber}</p>
          {user.email && <p>{user.email}</p>}
        </Panel>
      )}
      <PushSettings />
    </AccountFrame>
  )
}
