import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { openLogin, userAtom } from '#platform/session/session.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { loadPanels } from './menu/menuPanels.tsx'
import styles from './TabBar.module.css'

type MenuTitle = 'Collection' | 'Brands'

/** The bottom navigation on phones. */
export function TabBar() {
  const user = useAtomValue(userAtom)
  const { pathname, key } = useLocation()
  // Bound to the history entry: following a link closes the menu, even after going back.
  const [opened, setOpened] = useState<{ menu: MenuTitle; at: string } | null>(null)
  if (opened && opened.at !== key) setOpened(null)
  const menu = opened?.at === key ? opened.menu : null
  const isAt = (path: string) => (menu === null && pathname === path ? 'page' : undefined)
  const isOwn = menu === null && /^\/(myaccount|order-)/.test(pathname)
  const toggle = (title: MenuTitle) => setOpened(menu === title ? null : { menu: title, at: key })

  return (
    <>
      {menu && <Menu title={menu} onClose={() => setOpened(null)} />}
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

function Menu({ title, onClose }: { title: MenuTitle; onClose: () => void }) {
  const { module, ...state } = useDeferredImport(loadPanels)
  if (!module) return <LoadingDialog title={title} onClose={onClose} {...state} />
  return (
    <module.FullMenu title={title} onClose={onClose}>
      {title === 'Brands' ? <module.BrandsPanel /> : <module.CollectionList />}
    </module.FullMenu>
  )
}
