import { Link } from 'react-router-dom'

import type { ProductDetails } from '#contract/catalogue/product.ts'
import { productPath } from '#contract/pages/paths.ts'
import { ProductImage } from '#ui/media/ProductImage.tsx'
import styles from './StyleColours.module.css'

type Props = { colours: NonNullable<ProductDetails['colours']>; shownId: string }

/** The colours of a style, each a product of its own; the shown one is marked. */
export function StyleColours({ colours, shownId }: Props) {
  const shown = colours.find(({ _id }) => _id === shownId)
  return (
    <nav aria-label="Other colours">
      <p className={styles.name}>{shown?.colour ? `Colour: ${shown.colour}` : 'Colours'}</p>
      <ul className={styles.list}>
        {colours.map(({ _id, colour, photo, tint }) => (
          <li key={_id}>
            <Link
              className={styles.colour}
              to={productPath(_id)}
              replace
              aria-label={colour || 'Another colour'}
              aria-current={_id === shownId ? 'page' : undefined}
            >
              <ProductImage src={photo || undefined} tint={tint} sizes="3rem" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
