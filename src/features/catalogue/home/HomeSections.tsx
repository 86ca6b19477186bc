import { Link } from 'react-router-dom'
import type { ComponentProps } from 'react'

import type { Brand, GridCategory, Offer, Subcategory } from '#contract/catalogue/catalogue.ts'
import { brandPath, subcategoryPath } from '#contract/pages/paths.ts'
import { interactions, useShouldLoad } from '#platform/rendering/nearViewport.ts'
import { useStoreTerms, useTryAndBuyCities } from '#platform/api/storeFacts.ts'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './HomeSections.module.css'

const usualBrandCount = 8

/** Wordmarks side by side, as links to the brands' pages. */
export function BrandLogos({ brands }: { brands: Brand[] | undefined }) {
  return (
    <ul className={styles.wall} aria-busy={!brands || undefined}>
      {brands?.map(({ _id, name, photo }) => (
        <li key={_id} className={styles.cell}>
          <Link to={brandPath(_id)} className={styles.brand}>
            <img
              className={styles.wordmark}
              src={photo}
              alt={name}
              width={240}
              height={96}
              loading="lazy"
              decoding="async"
            />
          </Link>
        </li>
      )) ??
        Array.from({ length: usualBrandCount }, (_, index) => (
          <li key={index} className={styles.cell}>
            <span className={styles.brand}>
              <Skeleton shape="line" />
            </span>
          </li>
        ))}
    </ul>
  )
}

const usualCount = 8
/** The number of tiles in a phone's first row. */
const eagerTiles = 2

/** Large images of categories, as links to their lists. */
export function CategoryTiles({ tiles }: { tiles: GridCategory[] | undefined }) {
  return (
    <ul className={styles.tiles} aria-busy={!tiles || undefined}>
      {tiles?.map((tile, index) => (
        <li key={tile._id}>
          <Tile tile={tile} isLazy={index >= eagerTiles} />
        </li>
      )) ??
        Array.from({ length: usualCount }, (_, index) => (
          <li key={index}>
            <Skeleton shape="image" />
          </li>
        ))}
    </ul>
  )
}

function Tile({ tile: { name, photo, link }, isLazy }: { tile: GridCategory; isLazy: boolean }) {
  const TileImage = isLazy ? LazyImage : 'img'
  return (
    <Link to={link} className={styles.tile}>
      <TileImage
        className={styles.tileImage}
        src={photo}
        alt=""
        width={400}
        height={500}
        loading="lazy"
        decoding="async"
      />
      <b className={styles.tileName}>{name}</b>
    </Link>
  )
}

/** When an order placed now arrives, or that nothing is delivered. */
type DeliveryFact = { title: string; text: string }

/** The advantages of the store. */
export function UspBar({ delivery }: { delivery: DeliveryFact }) {
  const { returnHours } = useStoreTerms()
  const cities = useTryAndBuyCities()
  const facts = [
    { icon: 'clock', ...delivery },
    ...(cities
      ? [{ icon: 'hanger', title: 'Try & Buy', text: `two sizes, in ${cities}` } as const]
      : []),
    { icon: 'return', title: `${returnHours} hours`, text: 'return window' },
  ] as const
  return (
    <ul className={styles.facts}>
      {facts.map(({ icon, title, text }) => (
        <li key={icon} className={styles.fact}>
          <Icon name={icon} />
          <span>
            <b>{title}</b>
            <span>{text}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const usualOfferCount = 3

/** Current offers with their coupon codes. */
export function OfferCards({ offers }: { offers: Offer[] | undefined }) {
  return (
    <ul className={styles.offers} aria-busy={!offers || undefined}>
      {offers?.map(({ _id, name, headline, code, link }) => (
        <li key={_id} className={styles.offer}>
          <div>
            <h3 className={styles.offerName}>
              <Link to={link} className={styles.offerLink}>
                {name}
              </Link>
            </h3>
            {headline && <p className={styles.headline}>{headline}</p>}
          </div>
          {code && <code className={styles.code}>{code}</code>}
        </li>
      )) ??
        Array.from({ length: usualOfferCount }, (_, index) => (
          <li key={index}>
            <Skeleton shape="block" />
          </li>
        ))}
    </ul>
  )
}

const usualSubcategoryCount = 8

/** Random subcategories, in a row that scrolls on a phone. */
export function SubcategoryRail({ subcategories }: { subcategories: Subcategory[] | undefined }) {
  return (
    <ul className={styles.rail} aria-busy={!subcategories || undefined}>
      {subcategories?.map(({ _id, name, photo }) => (
        <li key={_id} className={styles.item}>
          <Link to={subcategoryPath(_id)} className={styles.railLink}>
            <span className={styles.railImage}>
              <img src={photo} alt="" width={120} height={120} loading="lazy" decoding="async" />
            </span>
            <span>{name}</span>
          </Link>
        </li>
      )) ??
        Array.from({ length: usualSubcategoryCount }, (_, index) => (
          <li key={index} className={styles.item}>
            <Skeleton shape="circle" />
          </li>
        ))}
    </ul>
  )
}

/**
 * Distance from the window within which an image loads before the first interaction. Browsers' own
 * lazy loading looks much farther ahead.
 */
const lazyImageMargin = '100px'

/**
 * An image below the fold: from the shopper's first interaction on, the browser decides how far
 * ahead it loads. Its space is reserved; without JavaScript it loads at once.
 */
function LazyImage(props: ComponentProps<'img'>) {
  const [ref, shouldLoad] = useShouldLoad<HTMLSpanElement>({
    margin: lazyImageMargin,
    on: interactions,
  })
  if (shouldLoad) return <img {...props} loading="lazy" />
  return (
    <span ref={ref}>
      <noscript>
        <img {...props} />
      </noscript>
    </span>
  )
}
