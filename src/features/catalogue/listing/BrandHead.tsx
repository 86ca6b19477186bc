import type { BrandPage } from '#contract/catalogue/catalogue.ts'
import { brandCategoryPath } from '#contract/paths.ts'
import { Skeleton } from '#ui/feedback/Loading.tsx'
import { ChipLink } from '#ui/forms/Choices.tsx'
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx'
import { numberText } from '#ui/text/numbers.tsx'
import styles from './BrandHead.module.css'

/** The top of a brand's page: who it is, and its categories. `brand` is undefined while it loads. */
export function BrandHead({ brand }: { brand: BrandPage | undefined }) {
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
  const { _id, name, photo, description, categories } = brand
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
      {categories.length > 1 && (
        <nav aria-label={`Categories of ${name}`}>
          <ul className={styles.categories}>
            {categories.map((category) => (
              <li key={category._id}>
                <ChipLink to={brandCategoryPath(_id, category._id)}>
                  {labelOf(category, categories)}{' '}
                  <span className={styles.count}>
                    {numberText(category.count)}{' '}
                    <VisuallyHidden>{category.count === 1 ? 'item' : 'items'}</VisuallyHidden>
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
  const isTwice = all.some((other) => other._id !== _id && other.name === name)
  const whose = gender.map((one) => (one.name === 'MEN' ? 'men' : 'women')).join(' and ')
  return isTwice && whose ? `${name} for ${whose}` : name
}
