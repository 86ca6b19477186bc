import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { shownUserAtom } from './profile/shownUserAtom.ts'
import styles from './AccountFrame.module.css'

type Props = {
  title: string
  onSignOut: () => void
  /** On phones the menu is shown on the first page only. */
  isStart?: boolean
  /** Hidden on phones, where the header shows the same. */
  isInHeader?: boolean
  children: ReactNode
}

const places = [
  { to: paths.profile, text: 'My Profile', icon: 'user' },
  { to: paths.orders, text: 'Orders & Returns', icon: 'box' },
  { to: paths.support, text: 'Customer Support', icon: 'help' },
  { to: paths.addresses, text: 'Addresses', icon: 'pin' },
  { to: paths.tracking, text: 'Track Order', icon: 'truck' },
]

/** The frame of the account pages, with their menu. */
export function AccountFrame({ title, onSignOut, isStart, isInHeader, children }: Props) {
  const user = useAtomValue(shownUserAtom)
  const { pathname } = useLocation()
  return (
    <div className={styles.frame}>
      <aside className={styles.side} data-start={isStart || undefined}>
        <p className={styles.greeting}>Hi, {user?.firstName}</p>
        <nav aria-label="Account">
          {places.map(({ to, text, icon }) => (
            <Link
              key={to}
              to={to}
              className={styles.place}
              aria-current={pathname === to ? 'page' : undefined}
            >
              <Icon name={icon} />
              {text}
            </Link>
          ))}
          <button type="button" className={styles.place} onClick={onSignOut}>
            <Icon name="logout" />
            Logout
          </button>
        </nav>
      </aside>
      <section className={styles.page}>
        <h1 className={styles.title} data-in-header={isInHeader || undefined}>
          {title}
        </h1>
        {children}
      </section>
    </div>
  )
}
