import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { shownUserAtom } from '#features/account/profile/shownUserAtom.ts'
import { useSignOut } from '#features/auth/logout/useLogout.ts'
import { openLogin } from '#platform/session/session.ts'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './AccountMenu.module.css'

/** A Login button for a visitor; for a user what is theirs, under their first name. */
export function AccountMenu() {
  const user = useAtomValue(shownUserAtom)
  const signOut = useSignOut()
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => menu.current?.removeAttribute('open'), [key])

  if (!user) {
    return (
      <button type="button" className={styles.title} onClick={() => openLogin()}>
        <Icon name="user" />
        Login
      </button>
    )
  }
  return (
    <details
      ref={menu}
      className={styles.menu}
      onKeyDown={({ key: pressed }) => {
        if (pressed !== 'Escape') return
        menu.current?.removeAttribute('open')
        menu.current?.querySelector('summary')?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget))
          currentTarget.removeAttribute('open')
      }}
    >
      <summary className={styles.title}>
        <Icon name="user" />
        My Account
      </summary>
      <div className={styles.panel}>
        <p className={styles.greeting}>Hello, {user.firstName}</p>
        <Link to={paths.profile}>My Profile</Link>
        <Link to={paths.tracking}>Track Order</Link>
        <Link to={paths.orders}>My Orders</Link>
        <button type="button" onClick={() => void signOut()}>
          Logout
        </button>
      </div>
    </details>
  )
}
