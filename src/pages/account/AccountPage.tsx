import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { AccountFrame, type MenuEntry } from '#features/account/AccountFrame.tsx'
import { optimisticUserAtom } from '#features/account/profile/optimisticUserAtom.ts'
import { useConfirmedLogout } from '#features/auth/logout/useLogout.ts'
import { PushSettings } from '#features/notifications/PushSettings.tsx'
import { IosSteps, useInstallation } from '#features/offline/InstallAndUpdate.tsx'
import { chooseTheme, type Theme, themes, useTheme } from '#platform/theme.ts'
import { Checkbox } from '#ui/forms/Fields.tsx'
import { Panel } from '#ui/layout/Columns.tsx'
import { useIsWide } from '#platform/rendering/pageWidth.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './AccountPage.module.css'

/** On phones the menu with all entries, on wide screens the settings beside it. */
export default function AccountPage() {
  const user = useAtomValue(optimisticUserAtom)
  const logOut = useConfirmedLogout()
  const isWide = useIsWide()
  const installation = useInstallation()
  const [opened, setOpened] = useState<'notifications' | 'install'>()

  const notifications: MenuEntry = {
    text: 'Notifications',
    icon: 'bell',
    onClick: () => setOpened('notifications'),
  }
  const install: MenuEntry = {
    text: 'Install app',
    icon: 'download',
    onClick: () =>
      installation?.kind === 'prompt' ? installation.install() : setOpened('install'),
  }
  const extras = [...(isWide ? [] : [notifications]), ...(installation ? [install] : [])]

  return (
    <AccountFrame
      title="My Account"
      isStartPage
      isTitleInHeader
      extras={extras}
      onLogout={() => void logOut()}
    >
      {isWide && user && (
        <>
          <Panel title={user.name}>
            <p>{`+91 ${user.contactNumber}`}</p>
            {user.email && <p>{user.email}</p>}
          </Panel>
          <PushSettings />
        </>
      )}
      <ThemePicker />
      {opened === 'notifications' && (
        <Dialog title="Notifications" onClose={() => setOpened(undefined)}>
          <PushSettings />
        </Dialog>
      )}
      {opened === 'install' && (
        <Dialog title="Install app" onClose={() => setOpened(undefined)}>
          <IosSteps />
        </Dialog>
      )}
    </AccountFrame>
  )
}

const themeNames: Record<Theme, string> = { system: 'Same as device', light: 'Light', dark: 'Dark' }

/** Radio buttons for the theme on this device. */
function ThemePicker() {
  const chosen = useTheme()
  return (
    <Panel title="Appearance">
      <fieldset className={styles.themes}>
        <legend>
          <VisuallyHidden>Theme</VisuallyHidden>
        </legend>
        {themes.map((theme) => (
          <Checkbox
            key={theme}
            type="radio"
            name="theme"
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
          >
            {themeNames[theme]}
          </Checkbox>
        ))}
      </fieldset>
    </Panel>
  )
}
