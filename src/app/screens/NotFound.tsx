import { Link } from 'react-router-dom'

import { categoryPath, paths } from '#contract/paths.ts'
import { categoriesRead } from '#contract/api/reads.ts'
import { categoryChoicesOf } from '#features/catalogue/listing/listTitle.ts'
import { useOptionalRead } from '#platform/api/reads.ts'
import { ButtonLink } from '#ui/forms/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import styles from './NotFound.module.css'

/** An unknown URL, or a product that is gone, with links to similar ones. */
export function NotFound() {
  const { choices } = categoryChoicesOf({}, useOptionalRead(categoriesRead)?.result.data ?? [])
  return (
    <>
      <EmptyState
        art="/images/not-found.svg"
        isArtWide
        title="This hanger is empty"
        text="We couldn’t find this page. It may have moved, or the item may no longer be sold."
      >
        <ButtonLink to={paths.home}>Go to Shopping</ButtonLink>
        <ButtonLink to={paths.search} variant="line">
          Search
        </ButtonLink>
      </EmptyState>
      {choices.length > 0 && (
        <nav className={styles.others} aria-label="Collections">
          <ul>
            {choices.map(({ _id, name }) => (
              <li key={_id}>
                <Link to={categoryPath(_id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
