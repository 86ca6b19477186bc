import { useAtomValue, useSetAtom } from 'jotai'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import { gendersRead } from '#contract/api/reads.ts'
import type { Gender } from '#contract/catalogue/catalogue.ts'
import type { GenderName } from '#contract/catalogue/product.ts'
import { paths } from '#contract/pages/paths.ts'
import * as rules from '#contract/rules.ts'
import { itemCountAtom } from '#features/cart/cartAtom.ts'
import { useGender } from '#features/catalogue/gender.ts'
import { locationDialogAtom, useDelivery } from '#features/location/locationAtom.ts'
import { useOptionalRead } from '#platform/api/reads/reads.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import styles from './HeaderControls.module.css'

export function SearchLink() {
  return (
    <Link to={paths.search} className={styles.link} aria-label="Search">
      <Icon name="search" />
    </Link>
  )
}

/** The wishlist; with text on wide screens. */
export function WishlistLink({ hasText }: { hasText?: boolean }) {
  return (
    <Link
      to={paths.wishlist}
      className={styles.link}
      data-has-text={hasText || undefined}
      aria-label="Wishlist"
    >
      <Icon name="heart" />
      {hasText && <span>Wishlist</span>}
    </Link>
  )
}

/** The bag with its number of items; with text on wide screens. */
export function CartLink({ hasText }: { hasText?: boolean }) {
  const count = useAtomValue(itemCountAtom)
  return (
    <Link to={paths.cart} className={styles.link} data-has-text={hasText || undefined}>
      <VisuallyHidden>
        {count > 0 ? `Bag, ${count} ${count === 1 ? 'item' : 'items'}` : 'Bag'}
      </VisuallyHidden>
      <span className={styles.icon} aria-hidden="true">
        <Icon name="bag" />
        {count > 0 && <span className={styles.count}>{count}</span>}
      </span>
      {hasText && <span aria-hidden="true">Bag</span>}
    </Link>
  )
}

const { maxShownCharacters } = rules.address

/** The delivery address, shortened; opens the search for another place. */
export function AddressButton() {
  const { addressText } = useDelivery()
  const open = useSetAtom(locationDialogAtom)
  return (
    <button type="button" className={styles.button} onClick={() => open('search')}>
      <Icon name="pin" size="s" />
      <span className={styles.text}>{addressText ? truncate(addressText) : 'Choose Address'}</span>
      <Icon name="chevron-down" size="xs" />
    </button>
  )
}

function truncate(text: string): string {
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters).trimEnd()}…` : text
}

/** The gender switch of the headers. A gender in the URL is changed too. */
export function GenderSwitch() {
  const data = useOptionalRead(gendersRead)
  const [gender, choose] = useGender()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  function onChoose(chosen: GenderName) {
    choose(chosen)
    const params = new URLSearchParams(search)
    if (!params.has('gender')) return
    params.set('gender', chosen.toLowerCase())
    void navigate(`${pathname}?${params}`, { replace: true })
  }

  return <GenderButtons genders={data?.result.data ?? []} value={gender} onChoose={onChoose} />
}

type Props = {
  genders: Gender[]
  value: GenderName
  onChoose: (gender: GenderName) => void
}

const genderLabels = { WOMEN: 'Women', MEN: 'Men' } as const satisfies Record<GenderName, string>

function GenderButtons({ genders, value, onChoose }: Props) {
  return (
    <div className={styles.switch} role="group" aria-label="Shop for">
      {genders.map(({ _id, name, photo }) => (
        <button
          key={_id}
          type="button"
          className={styles.option}
          aria-pressed={name === value}
          onClick={() => onChoose(name)}
        >
          <img src={photo} alt="" width={32} height={32} />
          <span>{genderLabels[name]}</span>
        </button>
      ))}
    </div>
  )
}
