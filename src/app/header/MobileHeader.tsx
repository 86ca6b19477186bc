import { Link, useLocation, useNavigate } from 'react-router-dom'

import { paths } from '#contract/pages/paths.ts'
import { DeliveryBanner } from '#features/location/DeliveryBanner.tsx'
import { Logo } from '#ui/media/Icon.tsx'
import { IconButton } from '#ui/forms/Button.tsx'
import {
  AddressButton,
  CartLink,
  SearchLink,
  WishlistLink,
  GenderSwitch,
} from './HeaderControls.tsx'
import styles from './MobileHeader.module.css'
import { type Heading, useStoreName } from './heading.ts'

export function MobileHeader({ heading }: { heading: Heading }) {
  const isHome = heading.page === 'home'
  const name = useStoreName()
  return (
    <header className={styles.header} data-home={isHome || undefined}>
      <div className={styles.bar}>
        {isHome ? (
          <>
            <Link to={paths.home} className={styles.home} aria-label={`${name}, home`}>
              <Logo name={name} />
            </Link>
            <DeliveryBanner look="badge" />
          </>
        ) : (
          <Title heading={heading} />
        )}
        {heading.page !== 'checkout' && (
          <div className={styles.icons}>
            {heading.page !== 'search' && <SearchLink />}
            <WishlistLink />
            <CartLink />
          </div>
        )}
      </div>
      {isHome && (
        <div className={styles.place}>
          <AddressButton />
          <GenderSwitch />
        </div>
      )}
    </header>
  )
}

/**
 * From a list, Back goes home, and from the tracking of an order to all orders, because the checkout is
 * before it; else one step back, or home without a history.
 */
function Title({ heading: { page, title, subtitle } }: { heading: Heading }) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const leadsHome = page === 'collections' || key === 'default'
  const goBack = () => {
    if (page === 'tracking') void navigate(paths.orders, { replace: true })
    else void (leadsHome ? navigate(paths.home) : navigate(-1))
  }
  return (
    <>
      <IconButton icon="back" label="Back" onClick={goBack} />
      <p className={styles.title}>
        <b>{title}</b>
        {subtitle && <span>{subtitle}</span>}
      </p>
    </>
  )
}
