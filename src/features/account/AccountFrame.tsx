import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#contract/pages/paths.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import type { Elements } from '#ui/elements.tsx'
import { optimisticUserAtom } from './profile/optimisticUserAtom.ts'
import styles from './AccountFrame.module.css'

export type MenuEntry = { text: string; icon: string; onClick: () => void }

type Props = {
  title: string
  onLogout: () => void
  /** Set on the start page of the account, the only one that shows the menu on phones. */
  isStartPage?: boolean
  /** More entries of the menu on the start page. */
  extras?: MenuEntry[]
  /** Set where the phone's header shows the same title, so that it is not repeated. */
  isTitleInHeader?: boolean
  children: Elements
}

const menuLinks = [
  { to: paths.profile, text: 'My Profile', icon: 'user' },
  { to: paths.orders, text: 'Orders & Returns', icon: 'box' },
  { to: paths.support, text: 'Customer Support', icon: 'help' },
  { to: paths.addresses, text: 'Addresses', icon: 'pin' },
  { to: paths.tracking, text: 'Track Order', icon: 'truck' },
]

/** The frame of the account pages, with their menu. */
export function AccountFrame(props: Props) {
  const { title, onLogout, isStartPage, extras = [], isTitleInHeader, children } = props
  const user = useAtomValue(optimisticUserAtom)
  const { pathname } = useLocation()
  return (
    <div className={styles.frame}>
      <aside className={styles.side} data-start={isStartPage || undefined}>
        <div className={styles.person}>
          <span className={styles.initial} aria-hidden="true">
            {user?.firstName.slice(0, 1)}
          </span>
          <div>
            <p className={styles.greeting}>{`Hi, ${user?.firstName ?? ''}`}</p>
            <p className={styles.number}>{`+91 ${user?.contactNumber ?? ''}`}</p>
          </div>
        </div>
        <nav aria-label="Account">
          {menuLinks.map(({ to, text, icon }) => (
            <Link
              key={to}
              to={to}
              className={styles.menuLink}
              aria-current={pathname === to ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{text}</span>
              <Icon name="chevron" size="s" />
            </Link>
          ))}
          {[...extras, { text: 'Logout', icon: 'logout', onClick: onLogout }].map(
            ({ text, icon, onClick }) => (
              <button key={text} type="button" className={styles.menuLink} onClick={onClick}>
                <Icon name={icon} />
                <span>{text}</span>
                <Icon name="chevron" size="s" />
              </button>
            ),
          )}
        </nav>
      </aside>
      <section className={styles.page}>
        <PageTitle isInHeader={isTitleInHeader}>{title}</PageTitle>
        {children}
      </section>
    </div>
  )
}
