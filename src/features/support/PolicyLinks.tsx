import { Link } from 'react-router-dom'

import { fillPath, paths } from '#contract/paths.ts'
import { policyNames } from '#contract/policyNames.ts'

/** The way to every policy but the one that is being read. */
export function PolicyLinks({ except }: { except?: string }) {
  const others = [...policyNames].filter(([policyType]) => policyType !== except)
  return (
    <nav aria-labelledby="policies">
      <h2 id="policies">All policies</h2>
      <ul>
        {others.map(([policyType, name]) => (
          <li key={policyType}>
            <Link to={fillPath(paths.policy, { policyType })}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
