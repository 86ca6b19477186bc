import { Link } from 'react-router-dom'

import { paths } from '#contract/paths.ts'

export function NotFound() {
  return (
    <main>
      <h1>This page is not in the wardrobe</h1>
      <Link to={paths.home}>Go to Shopping</Link>
    </main>
  )
}
