import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { openLogin } from '#platform/login.ts'
import { userAtom } from '#platform/session.ts'
import { Icon } from '#ui/Icon.tsx'
import { BrandsPanel, CollectionList, FullMenu } from './menuPanels.ts'
import styles from './TabBar.module.css'

type Menu = 'Collection' | 'Brands'

/** The four places of the store, at a thumb's reach. */
export function TabBar() {
  const user = useAtomValue(userAtom)
  const { pathname, key } = useLocation()
  // Open at one place: following a link out of it closes it, also for who comes back.
  const [opened, setOpened] = useState<{ menu: Menu; at: string } | null>(null)
  if (opened && opened.at !== key) setOpened(null)
  const menu = opened?.at === key ? opened.menu : null
  const isAt = (path: string) => (menu === null && pathname === path ? 'page' : undefined)
  const isOwn = menu === null && /^\/(myaccount|order-)/.test(pathname)
  const toggle = (which: Menu) => setOpened(menu === which ? null : { menu: which, at: key })

  return (
    <>
      {menu && (
        <Suspense>
          <FullMenu title={menu} onClose={() => setOpened(null)}>
            {menu === 'Brands' ? <BrandsPanel /> : <CollectionList />}
          </FullMenu>
        </Suspense>
      )}
      <nav className={styles.tabs} aria-label="Store">
        <Link to={paths.home} className={styles.tab} aria-current={isAt(paths.home)}>
          <Icon name="home" />
          Home
        </Link>
        <button
          type="button"
          className={styles.tab}
          aria-expanded={menu === 'Collection'}
          aria-current={isAt(paths.collections)}
          onClick={() => toggle('Collection')}
        >
          <Icon name="grid" />
          Collection
        </button>
        <button
          type="button"
          className={styles.tab}
          aria-expanded={menu === 'Brands'}
          onClick={() => toggle('Brands')}
        >
          <Icon name="tag" />
          Brands
        </button>
        {user ? (
          <Link to={paths.account} className={styles.tab} aria-current={isOwn || undefined}>
            <Icon name="user" />
            Account
          </Link>
        ) : (
          <button type="button" className={styles.tab} onClick={() => openLogin()}>
            <Icon name="user" />
            Account
          </button>
        )}
      </nav>
    </>
  )
}
