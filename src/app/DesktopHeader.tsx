import { Link } from 'react-router-dom'

import { paths } from '#contract/paths.ts'
import { DeliveryPromise } from '#features/location/DeliveryPromise.tsx'
import { SearchBox } from '#features/search/SearchBox.tsx'
import { Breadcrumbs } from '#ui/layout/Breadcrumbs.tsx'
import { Logo } from '#ui/media/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { AddressButton } from './AddressButton.tsx'
import { BagLink } from './BagLink.tsx'
import styles from './DesktopHeader.module.css'
import { GenderChoice } from './GenderChoice.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'
import { BrandsPanel, CollectionPanel } from './menuPanels.tsx'
import type { Heading } from './useHeading.ts'
import { useStoreName } from './useStoreName.ts'
import { WishlistLink } from './WishlistLink.tsx'

export function DesktopHeader({ heading: { page, crumbs } }: { heading: Heading }) {
  const name = useStoreName()
  return (
    <>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to={paths.home} className={styles.home} aria-label={`${name}, home`}>
            <Logo name={name} />
          </Link>
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
            <WishlistLink hasWords />
            <BagLink hasWords />
            <AccountMenu />
          </div>
        </div>
      </header>
      <section className={styles.second} aria-label="Where you are">
        <div className={styles.secondBar}>
          {page === 'home' ? <GenderChoice /> : <Breadcrumbs crumbs={crumbs} />}
          <div className={styles.place}>
            <DeliveryPromise />
            <AddressButton />
          </div>
        </div>
      </section>
    </>
  )
}
