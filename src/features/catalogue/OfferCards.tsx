import { Link } from 'react-router-dom'

import type { Offer } from '#contract/catalogue/catalogue.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './OfferCards.module.css'

const usualCount = 3

/** What can be saved just now, and the code for it. */
export function OfferCards({ offers }: { offers: Offer[] | undefined }) {
  return (
    <ul className={styles.offers} aria-busy={!offers || undefined}>
      {offers?.map(({ _id, name, headline, code, link }) => (
        <li key={_id} className={styles.offer}>
          <div>
            <h3 className={styles.name}>
              <Link to={link} className={styles.link}>
                {name}
              </Link>
            </h3>
            {headline && <p className={styles.headline}>{headline}</p>}
          </div>
          {code && <code className={styles.code}>{code}</code>}
        </li>
      )) ??
        Array.from({ length: usualCount }, (_, place) => (
          <li key={place}>
            <Skeleton shape="block" />
          </li>
        ))}
    </ul>
  )
}
