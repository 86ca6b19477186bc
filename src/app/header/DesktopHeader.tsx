import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { BrandsPanel, CollectionPanel } from '#app/menu/menuPanels.tsx'
import { useScrollLock } from '#ui/overlays/useLayer.ts'
import { paths } from '#contract/pages/paths.ts'
import { optimisticUserAtom } from '#features/account/profile/optimisticUserAtom.ts'
import { useConfirmedLogout } from '#features/auth/logout/useLogout.ts'
import { DeliveryBanner } from '#features/location/DeliveryBanner.tsx'
import { SearchBox } from '#features/search/SearchBox.tsx'
import { openLogin } from '#platform/session/session.ts'
import { Breadcrumbs } from '#ui/layout/Breadcrumbs.tsx'
import { Icon, Logo } from '#ui/media/Icon.tsx'
import { AddressButton, GenderSwitch, CartLink, WishlistLink } from './HeaderControls.tsx'
import styles from './DesktopHeader.module.css'
import { type Heading, useStoreName } from './heading.ts'

export function DesktopHeader({ heading: { page, crumbs } }: { heading: Heading }) {
  const name = useStoreName()
  return (
    <>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to={paths.home} className={styles.home} aria-label={`${name}, home`}>
            <Logo name={name} />
          </Link>
          {/* Nothing leads away from a payment. */}
          {page !== 'checkout' && <Navigation />}
        </div>
      </header>
      <section className={styles.location} aria-label="Delivery location">
        <div className={styles.locationBar}>
          {page === 'home' ? <GenderSwitch /> : <Breadcrumbs crumbs={crumbs} />}
          <div className={styles.place}>
            <DeliveryBanner />
            <AddressButton />
          </div>
        </div>
      </section>
    </>
  )
}

/** The menus, the search, and what belongs to the shopper. */
function Navigation() {
  return (
    <>
      <nav className={styles.menus} aria-label="Main">
        <HeaderMenu title="Collection">
          <CollectionPanel />
        </HeaderMenu>
        <HeaderMenu title="Brands">
          <BrandsPanel />
        </HeaderMenu>
      </nav>
      <div className={styles.search}>
        <SearchBox />
      </div>
      <div className={styles.actions}>
        <WishlistLink hasText />
        <CartLink hasText />
        <AccountMenu />
      </div>
    </>
  )
}

type Props = { title: string; children: ReactNode }

/**
 * A menu under the header: opens on hover, click and by keys; arrow down moves in, Escape and
 * leaving close it.
 */
function HeaderMenu({ title, children }: Props) {
  const { key } = useLocation()
  // Bound to the history entry: following a link closes the menu, even after going back.
  const [openAt, setOpenAt] = useState<string | null>(null)
  if (openAt !== null && openAt !== key) setOpenAt(null)
  const isOpen = openAt === key
  const setIsOpen = (open: boolean) => setOpenAt(open ? key : null)
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)
  /** Set if hovering has just opened it: a click then keeps it open. */
  const isByHover = useRef(false)
  useScrollLock(isOpen)

  return (
    <div
      className={styles.menu}
      onPointerEnter={({ pointerType }) => {
        isByHover.current = pointerType === 'mouse'
        if (isByHover.current) setIsOpen(true)
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
      onKeyDown={(event) => {
        // Further arrow keys are handled by the panel (`moveInPanel`).
        if (event.key === 'ArrowDown' && event.target === button.current) {
          event.preventDefault()
          event.currentTarget.querySelector('a')?.focus()
          setIsOpen(true)
        }
        if (event.key !== 'Escape' || !isOpen) return
        setIsOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.menuTitle}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => {
          setIsOpen(isByHover.current || !isOpen)
          isByHover.current = false
        }}
      >
        <span>{title}</span>
        <Icon name="chevron-down" size="xs" />
      </button>
      <div id={panelId} className={styles.menuPanel} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  )
}

/** A Login button for guests; the account menu under the first name for customers. */
function AccountMenu() {
  const user = useAtomValue(optimisticUserAtom)
  const logOut = useConfirmedLogout()
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => menu.current?.removeAttribute('open'), [key])

  if (!user) {
    return (
      <button type="button" className={styles.accountTitle} onClick={() => openLogin()}>
        <Icon name="user" />
        Login
      </button>
    )
  }
  return (
    <details
      ref={menu}
      className={styles.account}
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
      <summary className={styles.accountTitle}>
        <Icon name="user" />
        My Account
      </summary>
      <div className={styles.accountPanel}>
        <p className={styles.greeting}>{`Hi, ${user.firstName}`}</p>
        <Link to={paths.profile}>My Profile</Link>
        <Link to={paths.tracking}>Track Order</Link>
        <Link to={paths.orders}>My Orders</Link>
        <button type="button" onClick={() => void logOut()}>
          Logout
        </button>
      </div>
    </details>
  )
}
