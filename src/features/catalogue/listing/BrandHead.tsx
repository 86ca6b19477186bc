import type { BrandPage } from '#contract/catalogue/catalogue.ts'
import { brandBestSellersPath, brandCategoryPath } from '#contract/pages/paths.ts'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { ChipLink } from '#ui/forms/SelectionControls.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { numberText } from '#ui/text/numbers.tsx'
import styles from './BrandHead.module.css'

type Props = {
  /** Undefined while it loads. */
  brand: BrandPage | undefined
  /** The gender that the list is limited to, if any. */
  gender: string | undefined
}

/** The top of a brand's page: wordmark, description, best sellers and categories. */
export function BrandHead({ brand, gender }: Props) {
  if (!brand) {
    return (
      <div className={styles.head} aria-hidden>
        <div className={styles.wordmark} />
        <p className={styles.text}>
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </p>
        <div className={styles.categories}>
          <span className={styles.pending} />
        </div>
      </div>
    )
  }
  const { _id, name, photo, description } = brand
  const isListed = (category: BrandCategory) =>
    !gender || category.gender.some((g) => g.name === gender.toUpperCase())
  const categories = brand.categories.filter(isListed)
  return (
    <header className={styles.head}>
      <h1 className={styles.name}>
        {photo ? (
          <>
            <img className={styles.wordmark} src={photo} alt="" width={240} height={96} />
            <VisuallyHidden>{name}</VisuallyHidden>
          </>
        ) : (
          name
        )}
      </h1>
      {description && <p className={styles.text}>{description}</p>}
      {categories.length > 0 && (
        <nav aria-label={`Shop ${name}`}>
          <ul className={styles.categories}>
            <li>
              <ChipLink to={brandBestSellersPath(_id)}>Best sellers</ChipLink>
            </li>
            {categories.length > 1 &&
              categories.map((category) => (
                <li key={category._id}>
                  <ChipLink to={brandCategoryPath(_id, category._id)}>
                    <span>
                      <span>{labelOf(category, categories)}</span>{' '}
                      <span className={styles.count}>
                        <span>{numberText(category.count)}</span>{' '}
                        <VisuallyHidden>{category.count === 1 ? 'item' : 'items'}</VisuallyHidden>
                      </span>
                    </span>
                  </ChipLink>
                </li>
              ))}
          </ul>
        </nav>
      )}
    </header>
  )
}

type BrandCategory = BrandPage['categories'][number]

/** Categories of different genders can have the same name. */
function labelOf({ _id, name, gender }: BrandCategory, all: BrandCategory[]): string {
  const isAmbiguous = all.some((category) => category._id !== _id && category.name === name)
  const genderText = gender.map((g) => (g.name === 'MEN' ? 'men' : 'women')).join(' and ')
  return isAmbiguous && genderText ? `${name} for ${genderText}` : name
}
