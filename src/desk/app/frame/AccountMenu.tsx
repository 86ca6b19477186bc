import { Button, Menu } from '@mantine/core'
import { NavLink } from 'react-router-dom'

import { Icon } from '#desk/ui/media/Icon.tsx'
import { useLogout } from '#desk/app/logout.ts'
import { texts } from '#desk/app/texts.ts'

/** Leads to the page of who is logged in, and logs out. */
export default function AccountMenu() {
  const { logout } = useLogout()
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="quiet" size="s" aria-label={texts.accountMenu}>
          <Icon name="d-more" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={NavLink} to="/me" leftSection={<Icon name="user" size="s" />}>
          {texts.pages.me}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" size="s" />} onClick={logout}>
          {texts.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
