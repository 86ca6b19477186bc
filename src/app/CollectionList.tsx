import { Link } from 'react-router-dom'

import { categoryPath, subcategoryPath } from '#contract/paths.ts'
import { categoriesRead } from '#contract/api/reads.ts'
import { useGender } from '#features/catalogue/gender.ts'
import { useOptionalReadState } from '#platform/api/reads.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'
import { Icon } from '#ui/media/Icon.tsx'
import styles from './CollectionList.module.css'
import { GenderChoice } from './GenderChoice.tsx'
import { useWholeCategories } from './useWholeCategories.ts'

/** The categories of one gender; each opens to show what is in it. */
export function CollectionList() {
  const [gender] = useGender()
  useWholeCategories()
  const { data, problem, retry } = useOptionalReadState(categoriesRead)
  const categories = data?.result.data.filter((category) =>
    category.gender.some(({ name }) => name === gender),
  )
  return (
    <div className={styles.list}>
      <GenderChoice />
      {!data && <LoadingPart isSmall problem={problem} retry={retry} />}
      {categories?.map(({ _id, name, photo, subcategories }) => (
        <details key={_id} name="collection" className={styles.category}>
          <summary className={styles.row}>
            <img src={photo} alt="" width={48} height={56} loading="lazy" />
            {name}
            <Icon name="chevron-down" size="s" />
          </summary>
          <ul className={styles.below}>
            <li>
              <Link to={categoryPath(_id)}>All {name.toLowerCase()}</Link>
            </li>
            {subcategories.map((subcategory) => (
              <li key={subcategory._id}>
                <Link to={subcategoryPath(subcategory._id)}>{subcategory.name}</Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}
