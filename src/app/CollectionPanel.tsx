import { useState } from 'react'
import { Link } from 'react-router-dom'

import { categoryPath, subcategoryPath } from '#contract/paths.ts'
import { categoriesRead, gendersRead } from '#contract/api/reads.ts'
import { rules } from '#contract/rules.ts'
import { useGender } from '#features/catalogue/gender.ts'
import { useOptionalReadState, useOptionalRead } from '#platform/api/reads.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'
import styles from './CollectionPanel.module.css'
import { moveInPanel } from './moveInPanel.ts'
import { useWholeCategories } from './useWholeCategories.ts'

/** The ninth entry stands at the top of the next column. */
const rows = { gridTemplateRows: `repeat(${rules.menu.columnRows}, auto)` }

/** Every category of one gender with what is in it, in columns. */
export function CollectionPanel() {
  const [gender] = useGender()
  useWholeCategories()
  const [shown, setShown] = useState(gender)
  const genders = useOptionalRead(gendersRead)?.result.data ?? []
  const { data, problem, retry } = useOptionalReadState(categoriesRead)
  const ofGender = data?.result.data.filter((category) =>
    category.gender.some(({ name }) => name === shown),
  )

  return (
    <div className={styles.panel} onKeyDown={moveInPanel}>
      <div className={styles.genders} role="group" aria-label="Collection for">
        {genders.map(({ _id, name, photo }) => (
          <button
            key={_id}
            type="button"
            className={styles.gender}
            aria-pressed={name === shown}
            onClick={() => setShown(name)}
          >
            <img src={photo} alt="" width={44} height={44} />
            {name === 'MEN' ? 'Men' : 'Women'}
          </button>
        ))}
      </div>
      {!data && <LoadingPart isSmall problem={problem} retry={retry} />}
      <ul className={styles.columns}>
        {ofGender?.map(({ _id, name, subcategories }) => (
          <li key={_id}>
            <Link to={categoryPath(_id)} className={styles.category}>
              {name}
            </Link>
            <ul className={styles.subcategories} style={rows}>
              {subcategories.map((subcategory) => (
                <li key={subcategory._id}>
                  <Link to={subcategoryPath(subcategory._id)} className={styles.subcategory}>
                    {subcategory.name}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
