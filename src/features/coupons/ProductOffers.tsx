import { useAtomValue } from 'jotai'
import useSWR from 'swr'

import type { Coupon } from '#contract/cart/cart.ts'
import { minus, type Rupees, toPaise } from '#contract/values/money.ts'
import * as rules from '#contract/rules.ts'
import { userIdAtom } from '#platform/session/session.ts'
import { Icon } from '#ui/media/Icon.tsx'
import { Money } from '#ui/text/Price.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import { couponOffers, couponsKey, readCoupons } from './coupon.ts'
import styles from './ProductOffers.module.css'

const maxShown = 3

/** The coupons for a product, the best first, with the price that they lead to. */
export function ProductOffers({ price }: { price: Rupees }) {
  const userId = useAtomValue(userIdAtom)
  const { data: coupons } = useSWR<Coupon[], Error>(couponsKey(userId), () => readCoupons(userId), {
    dedupingInterval: rules.cacheTtl.listsMs,
  })
  const goods = toPaise(price)
  const offers = couponOffers(coupons ?? [], { goods, purchaseType: 'Standard' }).filter(
    ({ problem, shortfall }) => !problem || shortfall > 0,
  )
  if (offers.length === 0) return null
  return (
    <section className={styles.offers} aria-labelledby="offers">
      <h2 className={styles.title} id="offers">
        Offers
      </h2>
      <ul>
        {offers.slice(0, maxShown).map(({ coupon, saving, shortfall }) => (
          <li key={coupon._id} className={styles.offer}>
            <Icon name="tag" size="s" />
            <div>
              {saving > 0 ? (
                <p>
                  Get it for{' '}
                  <b>
                    <Money paise={minus(goods, saving)} />
                  </b>{' '}
                  with <b>{coupon.name}</b>
                </p>
              ) : (
                <p>
                  <b>{coupon.name}</b>
                  {coupon.headline && <span>{`: ${coupon.headline}`}</span>}
                </p>
              )}
              {shortfall > 0 && !coupon.tagline && (
                <p className={styles.more}>
                  On orders of <Money rupees={coupon.minimumPurchase} /> and above
                </p>
              )}
              {coupon.tagline && (
                <div className={styles.more}>
                  <RichText html={coupon.tagline} />
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
