import { Link } from 'react-router-dom'

import { brandPath } from '#contract/paths.ts'
import { brandsRead } from '#contract/api/reads.ts'
import { useOptionalReadState } from '#platform/api/reads.ts'
import { LoadingPart } from '#ui/feedback/Spinner.tsx'
import styles from './BrandsPanel.module.css'
import { moveInPanel } from './moveInPanel.ts'

/** The wordmarks of all brands, each leading to its clothes. */
export function BrandsPanel() {
  const { data, ...state } = useOptionalReadState(brandsRead)
  if (!data) return <LoadingPart isSmall {...state} />
  return (
    <ul className={styles.brands} onKeyDown={moveInPanel}>
      {data.result.data.map(({ _id, name, photo }) => (
        <li key={_id}>
          <Link to={brandPath(_id)} className={styles.brand}>
            {photo ? <img src={photo} alt={name} width={240} height={96} /> : name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
