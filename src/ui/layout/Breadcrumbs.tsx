import { Link } from 'react-router-dom'

import { paths } from '#contract/pages/paths.ts'
import styles from './Breadcrumbs.module.css'
import { Icon } from '#ui/media/Icon.tsx'

export type Crumb = { text: string; to?: string }

/** The path from Home; the last item is the current page. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const trail: Crumb[] = [{ text: 'Home', to: paths.home }, ...crumbs]
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {trail.map(({ text, to }, index) => (
          <li key={`${index}${text}`} className={styles.crumb}>
            {index > 0 && <Icon name="chevron" size="xs" />}
            {to && index < trail.length - 1 ? (
              <Link to={to}>{text}</Link>
            ) : (
              <span aria-current="page">{text}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
