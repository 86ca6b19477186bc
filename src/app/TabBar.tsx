import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { paths } from '#contract/pages/paths.ts'
import { openLogin, userAtom } from '#platform/session/session.ts'
import { useDeferredImport } from '#platform/rendering/useDeferredImport.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { LoadingDialog } from '#ui/feedback/Loading.tsx'
import { loadPanels } from './menu/menuPanels.tsx'
import styles from './TabBar.module.css'

type MenuTitle = 'Collection' | 'Brands'

type Section = 'Home' | MenuTitle | 'Account'

/** The tab that a page belongs to. */
function sectionOf(pathname: string, search: string): Section {
  if (pathname === paths.home) return 'Home'
  if (pathname !== paths.collections && pathname !== paths.search) return 'Account'
  return new URLSearchParams(search).has('brands') ? 'Brands' : 'Collection'
}

/** The bottom navigation on phones. */
export function TabBar() {
  const user = useAtomValue(userAtom)
  const { pathname, search, key } = useLocation()
  // Bound to the history entry: following a link closes the menu, even after going back.
  const [opened, setOpened] = useState<{ menu: MenuTitle; at: string } | null>(null)
  if (opened && opened.at !== key) setOpened(null)
  const menu = opened?.at === key ? opened.menu : null
  const current = (tab: Section) =>
    menu === null && sectionOf(pathname, search) === tab ? 'page' : undefined
  const toggle = (title: MenuTitle) => setOpened(menu === title ? null : { menu: title, at: key })

  return (
    <>
      {menu && <Menu title={menu} onClose={() => setOpened(null)} />}
      <nav className={styles.tabs} aria-label="Store">
        <Link to={paths.home} className={styles.tab} aria-current={current('Home')}>
          <Icon name="home" />
          Home
        </Link>
        <button
          type="button"
          className={styles.tab}
          aria-expanded={menu === 'Collection'}
          aria-current={current('Collection')}
          onClick={() => toggle('Collection')}
        >
          <Icon name="grid" />
          Collection
        </button>
        <button
          type="button"
          className={styles.tab}
          aria-expanded={menu === 'Brands'}
          aria-current={current('Brands')}
          onClick={() => toggle('Brands')}
        >
          <Icon name="tag" />
          Brands
        </button>
        {user ? (
          <Link to={paths.account} className={styles.tab} aria-current={current('Account')}>
            <Icon name="user" />
            Account
          </Link>
        ) : (
          <button
            type="button"
            className={styles.tab}
            aria-current={current('Account')}
            onClick={() => openLogin()}
          >
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
